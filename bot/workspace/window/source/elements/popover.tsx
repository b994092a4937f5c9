// A box that opens beside what was pressed, above everything, dialogs included.

import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from "react";

const GAP = 4;
const EDGE = 8;

interface Properties {
  beside: RefObject<HTMLElement | null>;
  onClose(): void;
  children: ReactNode;
  className?: string;
  align?: "start" | "end";
}

/** The column that *anchor* scrolls with, if any. */
function columnOf(anchor: HTMLElement | null): HTMLElement | null {
  for (let at = anchor?.parentElement ?? null; at; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return null;
}

/** Whether something at *rect* can be seen, in the page and in its column. */
function isSeen(rect: DOMRect, column: HTMLElement | null): boolean {
  if (rect.bottom < 0 || rect.top > innerHeight) return false;
  const frame = column?.getBoundingClientRect();
  return !frame || (rect.bottom > frame.top && rect.top < frame.bottom);
}

/**
 * Closes on Escape (only itself, not the dialog under it), on a press elsewhere, and when what it belongs to is out of
 * sight. When messages move, it stays beside what was pressed.
 */
export function Popover({ beside, onClose, children, className = "", align = "start" }: Properties) {
  const box = useRef<HTMLDivElement>(null);
  const [position, setPosition] = useState<{ left: number; top: number; width: number } | null>(null);
  const close = useRef(onClose);
  close.current = onClose;

  const place = useCallback(() => {
    const own = box.current;
    const anchor = beside.current;
    if (!own || !anchor) return;
    const rect = anchor.getBoundingClientRect();
    const below = innerHeight - rect.bottom;
    const fits = below >= own.offsetHeight + GAP + EDGE || below >= rect.top;
    const left = align === "end" ? rect.right - own.offsetWidth : rect.left;
    setPosition({
      left: Math.max(EDGE, Math.min(left, innerWidth - own.offsetWidth - EDGE)),
      top: Math.max(EDGE, fits ? rect.bottom + GAP : rect.top - own.offsetHeight - GAP),
      width: rect.width,
    });
  }, [beside, align]);

  useLayoutEffect(() => {
    const own = box.current;
    if (!own) return;
    own.showPopover?.();
    place();
    const resized = new ResizeObserver(place);
    resized.observe(own);
    return () => resized.disconnect();
  }, [place]);

  // Messages scroll, and they grow above what was pressed without any scrolling: each frame says where it is now.
  useEffect(() => {
    const column = columnOf(beside.current);
    let before = beside.current?.getBoundingClientRect();
    const look = () => {
      const anchor = beside.current;
      const rect = anchor?.getBoundingClientRect();
      if (!anchor?.isConnected || !rect || !isSeen(rect, column)) return close.current();
      if (rect.top !== before?.top || rect.left !== before.left || rect.width !== before.width) place();
      before = rect;
      frame = requestAnimationFrame(look);
    };
    let frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [beside, place]);

  useEffect(() => {
    const pressed = (event: Event) => {
      const target = event.target as Node;
      if (!box.current?.contains(target) && !beside.current?.contains(target)) close.current();
    };
    // Before anybody else, wherever the focus is: a dialog under it would close too.
    const keyed = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      close.current();
      beside.current?.focus();
    };
    document.addEventListener("pointerdown", pressed, true);
    document.addEventListener("keydown", keyed, true);
    return () => {
      document.removeEventListener("pointerdown", pressed, true);
      document.removeEventListener("keydown", keyed, true);
    };
  }, [beside]);

  return (
    <div
      ref={box}
      popover="manual"
      className={`popover ${className}`}
      style={position ? { left: position.left, top: position.top, minWidth: position.width } : { opacity: 0 }}
    >
      {children}
    </div>
  );
}
