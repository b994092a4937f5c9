// The first words that a newcomer reads, the top of each channel, and the bot's suggested prompts.

import { useState } from "react";
import { Avatar } from "./avatar";
import { nameOf, useDesk, useWorkspace } from "./desk";
import { Icon } from "./icons";
import { remembered, remember } from "./remembered";
import type { Channel, Member, Message } from "./types";

function Welcome({ onDone }: { onDone(): void }) {
  const { suggest } = useDesk();
  const state = useWorkspace();
  const command = state.commands?.[0]?.command ?? "/icml";
  const bot = state.bot.name;
  const tries: [text: string, why: string][] = [
    [`${command} merging`, "finds papers, and shows them to you alone"],
    [`@${bot} which of these need no data?`, "asks in front of everybody, and answers in a thread"],
    [`${command} help`, "lists everything else"],
  ];
  return (
    <section className="welcome" aria-label="Welcome">
      <button type="button" className="icon-button" aria-label="Close this hint" onClick={onDone}>
        <Icon name="close" />
      </button>
      <h3>
        Type <code>{command} merging</code>
      </h3>
      <p>
        This is a small Slack of your own, on this machine. {bot} works here as it will work in your group's Slack; nobody else can see what you
        try.
      </p>
      <ul>
        {tries.map(([text, why]) => (
          <li key={text}>
            <button type="button" className="try" onClick={() => suggest(text)}>
              <code>{text}</code>
            </button>
            <span>{why}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Properties {
  channel: Channel;
  other?: Member;
  withBot: boolean;
  empty: boolean;
}

export function Beginning({ channel, other, withBot, empty }: Properties) {
  const state = useWorkspace();
  const [seen, setSeen] = useState(remembered("welcomed") === "yes");
  const done = () => {
    remember("welcomed", "yes");
    setSeen(true);
  };
  return (
    <>
      <div className="beginning">
        {other ? (
          <>
            <Avatar id={other.id} name={nameOf(other)} bot={other.is_bot} />
            <h3>{nameOf(other)}</h3>
            <p>{withBot ? (state.bot.greeting || "Write here as you would to a colleague.") : "Only the two of you can read this."}</p>
          </>
        ) : (
          <>
            <h3>
              {channel.kind === "private" ? "" : "#"}
              {channel.name}
            </h3>
            <p>{empty ? "Nothing has been said here yet." : "This is where the channel begins."}</p>
          </>
        )}
      </div>
      {!seen && channel.name === "general" && <Welcome onDone={done} />}
    </>
  );
}

/** Slack shows an app's suggested prompts until the conversation has begun. */
export function Prompts({ channel, messages, onSend }: { channel: string; messages: Message[]; onSend(text: string): Promise<string | null> }) {
  const { tell } = useDesk();
  const state = useWorkspace();
  const offered = state.prompts?.[channel];
  if (!offered?.prompts.length || messages.some(({ user }) => user === state.me)) return null;
  return (
    <div className="prompts" role="group" aria-label={offered.title || "Suggestions"}>
      {offered.title && <p className="faint">{offered.title}</p>}
      {offered.prompts.map(({ title, message }) => (
        <button key={title} type="button" className="try" title={message} onClick={() => void onSend(message).then((wrong) => wrong && tell(wrong))}>
          {title}
        </button>
      ))}
    </div>
  );
}
