// Dialogs. The browser's own <dialog> keeps the focus inside, gives it back, and closes on Escape.

import { useEffect, useId, useRef, type FormEvent, type ReactNode } from "react";
import { Icon } from "./icons";

interface Properties {
  title: string;
  className?: string;
  children: ReactNode;
  footer?: ReactNode;
  onClose(): void;
  onSubmit?(): void;
}

export function Dialog({ title, className = "", children, footer, onClose, onSubmit }: Properties) {
  const own = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    own.current?.showModal();
    const first = "[data-first], input:not([type=hidden]), textarea, .select-button, .button";
    (body.current?.querySelector<HTMLElement>(first) ?? own.current)?.focus();
    return () => before?.focus?.();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit?.();
  };
  return (
    <dialog
      ref={own}
      className={`dialog ${className}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <form noValidate onSubmit={submit}>
        <header className="dialog-head">
          <h2 id={id}>{title}</h2>
          <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        <div ref={body} className="dialog-body">
          {children}
        </div>
        {footer && <footer className="dialog-foot">{footer}</footer>}
      </form>
    </dialog>
  );
}
