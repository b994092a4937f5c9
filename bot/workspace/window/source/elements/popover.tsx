// A box that opens beside what was pressed, above everything, dialogs included.

import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from "react";

const GAP = 4;
const EDGE = 8;

interface Properties {
  beside: RefObject<HTMLElement | null>;
  onClose(): void;
  children: ReactNode;
  className?: string;
  align?: "start" | "end";
}

/** Closes on Escape (only itself, not the dialog under it), on a press elsewhere, and when the page moves. */
export function Popover({ beside, onClose, children, className = "", align = "start" }: Properties) {
  const box = useRef<HTMLDivElement>(null);
  const [position, setPosition] = useState<{ left: number; top: number; width: number } | null>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useLayoutEffect(() => {
    const own = box.current;
    const anchor = beside.current;
    if (!own || !anchor) return;
    own.showPopover?.();
    const place = () => {
      const rect = anchor.getBoundingClientRect();
      const below = innerHeight - rect.bottom;
      const fits = below >= own.offsetHeight + GAP + EDGE || below >= rect.top;
      const left = align === "end" ? rect.right - own.offsetWidth : rect.left;
      setPosition({
        left: Math.max(EDGE, Math.min(left, innerWidth - own.offsetWidth - EDGE)),
        top: Math.max(EDGE, fits ? rect.bottom + GAP : rect.top - own.offsetHeight - GAP),
        width: rect.width,
      });
    };
    place();
    const resized = new ResizeObserver(place);
    resized.observe(own);
    return () => resized.disconnect();
  }, [beside, align]);

  useEffect(() => {
    const pressed = (event: Event) => {
      const target = event.target as Node;
      if (!box.current?.contains(target) && !beside.current?.contains(target)) close.current();
    };
    const moved = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) close.current();
    };
    document.addEventListener("pointerdown", pressed, true);
    document.addEventListener("scroll", moved, true);
    addEventListener("resize", moved);
    return () => {
      document.removeEventListener("pointerdown", pressed, true);
      document.removeEventListener("scroll", moved, true);
      removeEventListener("resize", moved);
    };
  }, [beside]);

  return (
    <div
      ref={box}
      popover="manual"
      className={`popover ${className}`}
      style={position ? { left: position.left, top: position.top, minWidth: position.width } : { opacity: 0 }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
        beside.current?.focus();
      }}
    >
      {children}
    </div>
  );
}
