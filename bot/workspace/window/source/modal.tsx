// A bot's modal: its inputs are kept here until they are submitted, and what is wrong stands at its field.

import { useEffect, useMemo, useRef, useState } from "react";
import { Blocks, type Errors } from "./blocks/blocks";
import { label } from "./blocks/text";
import { useBotName, useDesk } from "./desk";
import { Dialog } from "./dialog";
import { SurfaceOf } from "./elements/surface";
import { collected, refusal } from "./elements/values";
import type { Modal, Values } from "./types";

function refusals(modal: Modal, values: Values): Errors {
  const errors: Errors = {};
  for (const block of modal.blocks) {
    if (block.type !== "input") continue;
    const words = refusal(block, values[block.block_id ?? ""]?.[block.element.action_id]);
    if (words) errors[block.block_id ?? ""] = words;
  }
  return errors;
}

export function ModalOf({ modal, depth }: { modal: Modal; depth: number }) {
  const { act } = useDesk();
  const bot = useBotName();
  const kept = useState<Values>(modal.values ?? {});
  const [own, setOwn] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const errors = useMemo(() => ({ ...modal.errors, ...own }), [modal.errors, own]);
  const marked = Object.keys(errors).join(" ");

  useEffect(() => {
    if (marked) body.current?.querySelector<HTMLElement>("[aria-invalid=true], .invalid [tabindex]")?.focus();
  }, [marked]);

  const submit = async () => {
    if (busy || modal.submit_disabled) return;
    const values = collected(modal.blocks, kept[0]);
    const wrong = refusals(modal, values);
    setOwn(wrong);
    setFailed(null);
    if (Object.keys(wrong).length) return;
    setBusy(true);
    const outcome = await act("submits", { view_id: modal.id, values });
    setBusy(false);
    if (!outcome.ok) setFailed(outcome.error ?? "We had some trouble connecting. Try again?");
  };
  const close = () => void act("closes", { view_id: modal.id });

  return (
    <Dialog
      title={label(modal.title)}
      className="modal"
      onClose={close}
      onSubmit={modal.submit ? () => void submit() : undefined}
      footer={
        <>
          <span className="faint modal-by">
            {depth > 1 ? `${bot} · ${depth} deep` : bot}
          </span>
          <button type="button" className="button" onClick={close}>
            {label(modal.close) || (modal.submit ? "Cancel" : "Close")}
          </button>
          {modal.submit && (
            <button type="submit" className="button primary" disabled={busy || modal.submit_disabled} aria-busy={busy}>
              {label(modal.submit)}
            </button>
          )}
        </>
      }
    >
      <div ref={body} data-view-id={modal.id}>
        <SurfaceOf kind="modal" place={{ view_id: modal.id }} blocks={modal.blocks} kept={kept}>
          <Blocks blocks={modal.blocks} errors={errors} />
        </SurfaceOf>
        {(failed ?? errors[""]) && (
          <p className="refused" role="alert">
            {failed ?? errors[""]}
          </p>
        )}
      </div>
    </Dialog>
  );
}
