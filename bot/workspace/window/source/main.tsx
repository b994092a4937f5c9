import { createRoot } from "react-dom/client";
import "slack-blocks-to-jsx/dist/style.css";
import "./styles/base.css";
import "./styles/layout.css";
import "./styles/messages.css";
import "./styles/blocks.css";
import "./styles/elements.css";
import "./styles/inspector.css";
import { App } from "./app";
import { Live } from "./live";
import { place } from "./place";

const live = new Live();
live.start(place().member);
createRoot(document.getElementById("window")!).render(<App live={live} />);
