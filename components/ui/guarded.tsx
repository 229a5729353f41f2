"use client";
// A part of the screen that may break without taking the others with it: it says so, and can be
// shown again.
import { Component, type ReactNode } from "react";
import { Broken } from "./broken.tsx";

interface GuardedProps {
  /** What it is, at the beginning of a sentence: "The inspector". */
  what: string;
  children: ReactNode;
}

interface GuardedState {
  readonly error: unknown;
  readonly isBroken: boolean;
}

export class Guarded extends Component<GuardedProps, GuardedState> {
  override readonly state: GuardedState = { error: null, isBroken: false };

  static getDerivedStateFromError(error: unknown): GuardedState {
    return { error, isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    const again = () => this.setState({ error: null, isBroken: false });
    return <Broken what={this.props.what} error={this.state.error} onAgain={again} />;
  }
}
