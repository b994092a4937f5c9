// A block that cannot be drawn must not take the window with it.

import { Component, type ReactNode } from "react";

interface Properties {
  /** What stands in the place of what failed. */
  instead: ReactNode;
  /** When this changes, drawing is tried again. */
  of: unknown;
  children: ReactNode;
}

export class Guarded extends Component<Properties, { failed: unknown }> {
  state = { failed: null };

  static getDerivedStateFromError(): { failed: true } {
    return { failed: true };
  }

  componentDidUpdate(before: Properties): void {
    if (this.state.failed && before.of !== this.props.of) this.setState({ failed: null });
  }

  render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
