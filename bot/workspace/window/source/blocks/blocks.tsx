// Blocks by their type: those that only show something go to slack-blocks-to-jsx or static.tsx.

import { memo, useId, useState } from "react";
import { ElementOf } from "../elements/element";
import { useSurface } from "../elements/surface";
import { Guarded } from "../guarded";
import type { Block, Element } from "../types";
import { AlertBlock, ContextBlock, FileBlock, ImageBlock, MarkdownBlock, TableBlock, UnknownBlock, VideoBlock } from "./static";
import { DrawnBlock, label, Text } from "./text";

export type Errors = Record<string, string>;

const ALONE = new Set(["image"]); // accessories that are no elements to press

function SectionBlock({ block }: { block: Block }) {
  const id = useId();
  const { kind } = useSurface();
  const accessory = block.accessory as Element | undefined;
  return (
    <div className={accessory ? `section with-${ALONE.has(accessory.type) ? "picture" : "accessory"}` : "section"}>
      <div id={id} className="section-text">
        <Text of={block.text} />
        {block.fields && (
          <div className="section-fields">
            {(block.fields as never[]).map((field, at) => (
              <div key={at}>
                <Text of={field} />
              </div>
            ))}
          </div>
        )}
      </div>
      {accessory && (
        <div className="section-accessory">
          <ElementOf block={block.block_id ?? ""} element={accessory} eager id={`${id}a`} describedBy={kind === "modal" ? id : undefined} />
        </div>
      )}
    </div>
  );
}

function Elements({ block, className }: { block: Block; className: string }) {
  return (
    <div className={className}>
      {(block.elements as Element[]).map((element, at) => (
        <ElementOf key={element.action_id ?? at} block={block.block_id ?? ""} element={element} eager />
      ))}
    </div>
  );
}

function InputBlock({ block, error }: { block: Block; error?: string }) {
  const id = useId();
  const element = block.element as Element;
  const group = element.type === "checkboxes" || element.type === "radio_buttons";
  const described = [error && `${id}e`, block.hint && `${id}h`].filter(Boolean).join(" ") || undefined;
  const Label = group ? "span" : "label";
  return (
    <div className={error ? "input invalid" : "input"} data-block-id={block.block_id}>
      <Label id={`${id}l`} className="input-label" {...(group ? {} : { htmlFor: id })}>
        {label(block.label)}
        {block.optional && <span className="faint"> (optional)</span>}
      </Label>
      <ElementOf
        block={block.block_id ?? ""}
        element={element}
        eager={Boolean(block.dispatch_action)}
        id={id}
        labelledBy={`${id}l`}
        describedBy={described}
        invalid={Boolean(error)}
      />
      {error && (
        <p id={`${id}e`} className="input-error" role="alert">
          {error}
        </p>
      )}
      {block.hint && (
        <p id={`${id}h`} className="input-hint">
          {label(block.hint)}
        </p>
      )}
    </div>
  );
}

function Card({ block }: { block: Block }) {
  return (
    <div className="card">
      {block.hero_image && <ImageBlock block={{ ...block.hero_image, title: undefined }} />}
      {block.title && (
        <div className="card-title">
          <Text of={block.title} />
        </div>
      )}
      {block.subtitle && (
        <div className="faint">
          <Text of={block.subtitle} />
        </div>
      )}
      <Text of={block.body} />
      {block.subtext && (
        <div className="faint">
          <Text of={block.subtext} />
        </div>
      )}
      {block.actions && <Elements block={{ ...block, elements: block.actions }} className="actions" />}
    </div>
  );
}

function Container({ block }: { block: Block }) {
  const [open, setOpen] = useState(!block.default_collapsed);
  const title = (
    <>
      <strong>{label(block.title)}</strong>
      {block.subtitle && (
        <span className="faint">
          <Text of={block.subtitle} />
        </span>
      )}
    </>
  );
  return (
    <div className="container">
      {block.is_collapsible ? (
        <button type="button" className="container-head" aria-expanded={open} onClick={() => setOpen(!open)}>
          {title}
        </button>
      ) : (
        (block.title || block.subtitle) && <div className="container-head">{title}</div>
      )}
      {open && <Blocks blocks={block.child_blocks ?? []} />}
    </div>
  );
}

function BlockOf({ block, error }: { block: Block; error?: string }) {
  switch (block.type) {
    case "section":
      return <SectionBlock block={block} />;
    case "actions":
      return <Elements block={block} className="actions" />;
    case "context_actions":
      return <Elements block={block} className="actions context-actions" />;
    case "input":
      return <InputBlock block={block} error={error} />;
    case "header":
      return <h3 className="header">{label(block.text)}</h3>;
    case "divider":
      return <hr />;
    case "context":
      return <ContextBlock block={block} />;
    case "image":
      return <ImageBlock block={block} />;
    case "video":
      return <VideoBlock block={block} />;
    case "file":
      return <FileBlock file={block as never} />;
    case "alert":
      return <AlertBlock block={block} />;
    case "table":
    case "data_table":
      return <TableBlock block={block} />;
    case "markdown":
      return <MarkdownBlock block={block} />;
    case "card":
      return <Card block={block} />;
    case "carousel":
      return (
        <div className="carousel" tabIndex={0} role="group" aria-label="Cards">
          {(block.elements as Block[]).map((card, at) => (
            <Card key={card.block_id ?? at} block={card} />
          ))}
        </div>
      );
    case "container":
      return <Container block={block} />;
    case "rich_text":
    case "plan":
    case "task_card":
    case "data_visualization":
      return <DrawnBlock block={block} />;
  }
  return <UnknownBlock block={block} />;
}

export const Blocks = memo(function Blocks({ blocks, errors }: { blocks: Block[]; errors?: Errors }) {
  return (
    <div className="blocks">
      {blocks.map((block, at) => (
        // By place, since Slack gives new ids at each change, and the focus should stay; what is typed is its block's own.
        <Guarded key={block.type === "input" ? (block.block_id ?? at) : at} of={block} instead={<UnknownBlock block={block} />}>
          <BlockOf block={block} error={block.block_id ? errors?.[block.block_id] : undefined} />
        </Guarded>
      ))}
    </div>
  );
});
