// What the bot says it is doing, while it does it.

import { useBotName } from "./desk";

export function Status({ words }: { words?: string }) {
  const bot = useBotName();
  return (
    <p className="status" aria-live="polite">
      {words && (
        <>
          <span className="dots" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {words.startsWith(bot) ? words : `${bot} ${words}`}
        </>
      )}
    </p>
  );
}
