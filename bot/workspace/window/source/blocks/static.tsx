// The blocks that show something and ask for nothing.

import { useMemo, useState } from "react";
import { Drawn, DrawnBlock, label, Link, Text } from "./text";
import type { Block, Element, PostedFile } from "../types";

/** Images stay where they are: the window loads nothing from the network. Their alt text stands for them. */
export function Picture({ of, small }: { of: Element; small?: boolean }) {
  const address: string | undefined = of.image_url ?? of.slack_file?.url;
  const words: string = of.alt_text || "image";
  return (
    <span className={small ? "picture picture-small" : "picture"} role="img" aria-label={words} title={words}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <rect x="2.5" y="3.5" width="15" height="13" rx="2" />
        <circle cx="7" cy="8" r="1.5" />
        <path d="M3 14.5l4-3.5 3 2.5 3.5-3.5 4 4" />
      </svg>
      {!small && <Link href={address}>{words}</Link>}
    </span>
  );
}

export function ImageBlock({ block }: { block: Block }) {
  return (
    <figure className="figure">
      {block.title && <figcaption>{label(block.title)}</figcaption>}
      <Picture of={block as Element} />
    </figure>
  );
}

export function VideoBlock({ block }: { block: Block }) {
  const by = [block.author_name, block.provider_name].filter(Boolean).join(" · ");
  return (
    <figure className="figure">
      <figcaption>
        <Link href={block.title_url ?? block.video_url}>▶ {label(block.title) || block.alt_text}</Link>
      </figcaption>
      {block.description && <p>{label(block.description)}</p>}
      {by && <p className="faint">{by}</p>}
    </figure>
  );
}

export function ContextBlock({ block }: { block: Block }) {
  return (
    <div className="context">
      {(block.elements as Element[]).map((element, at) =>
        element.type === "image" ? (
          <Picture key={at} of={element} small />
        ) : (
          <div key={at}>
            <Text of={element as never} />
          </div>
        ),
      )}
    </div>
  );
}

const LEVELS: Record<string, string> = { default: "i", info: "i", warning: "!", error: "!", success: "✓" };

export function AlertBlock({ block }: { block: Block }) {
  const level: string = block.level ?? "default";
  return (
    <div className="alert" data-level={level} role={level === "error" || level === "warning" ? "alert" : "note"}>
      <span className="alert-mark" aria-hidden="true">
        {LEVELS[level] ?? "i"}
      </span>
      <Text of={block.text} />
    </div>
  );
}

export function FileBlock({ file }: { file: Partial<PostedFile> & { external_id?: string } }) {
  const size = file.size === undefined ? "" : file.size < 1024 ? `${file.size} B` : `${(file.size / 1024).toFixed(1)} kB`;
  const kind = [file.filetype?.toUpperCase(), size].filter(Boolean).join(" · ");
  return (
    <div className="file">
      <div className="file-head">
        <span className="file-mark" aria-hidden="true">
          {(file.filetype ?? "file").slice(0, 4)}
        </span>
        <span>
          <strong>
            <Link href={file.url_private}>{file.title || file.name || file.external_id || "A file"}</Link>
          </strong>
          <span className="faint">{kind || "Remote file"}</span>
        </span>
      </div>
      {file.preview && <pre tabIndex={0}>{file.preview}</pre>}
    </div>
  );
}

interface Cell {
  type: string;
  text?: string;
  [field: string]: unknown;
}

function CellText({ cell }: { cell: Cell }) {
  if (cell.type === "rich_text") return <DrawnBlock block={cell as Block} />;
  return <>{cell.text ?? String(cell.value ?? "")}</>;
}

/** `table` and `data_table`; the latter has a caption, and shows `page_size` rows until asked for more. */
export function TableBlock({ block }: { block: Block }) {
  const [head, ...rows] = block.rows as Cell[][];
  const [all, setAll] = useState(false);
  const most: number = block.page_size ?? rows.length;
  const settings = (block.column_settings ?? []) as { align?: "left" | "center" | "right"; is_wrapped?: boolean }[];
  const style = (at: number, cell: Cell) =>
    settings[at]?.align ? `align-${settings[at].align}` : cell.type === "raw_number" ? "align-right" : undefined;
  return (
    <div className="table-frame" tabIndex={0} role="group" aria-label={block.caption ?? "Table"}>
      <table>
        {block.caption && <caption>{block.caption}</caption>}
        <thead>
          <tr>
            {head?.map((cell, at) => (
              <th key={at} scope="col" className={style(at, cell)}>
                <CellText cell={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, all ? rows.length : most).map((row, line) => (
            <tr key={line}>
              {row.map((cell, at) => (
                <td key={at} className={style(at, cell)}>
                  <CellText cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!all && rows.length > most && (
        <button type="button" className="plain-button" onClick={() => setAll(true)}>
          Show all {rows.length} rows
        </button>
      )}
    </div>
  );
}

/** Slack shows a picture of a markdown block as a link to it. */
export function MarkdownBlock({ block }: { block: Block }) {
  const blocks = useMemo(() => [{ ...block, text: String(block.text).replace(/!\[([^\]]*)\]\(/g, "[$1](") }], [block]);
  return <Drawn blocks={blocks} />;
}

export function UnknownBlock({ block }: { block: Block }) {
  return (
    <details className="unknown">
      <summary>A block of the kind “{block.type}”, which this window cannot draw</summary>
      <pre tabIndex={0}>{JSON.stringify(block, null, 2)}</pre>
    </details>
  );
}
