"use client";
// Error boundary for a part of the screen, with a message and a retry. A part that throws because it needs
// something that can be loaded is rendered again once that is there.
import { Component, type ReactNode } from "react";
import { ErrorFallback } from "./error-fallback.tsx";

interface ErrorBoundaryProps {
  /** The part, capitalized for the start of a sentence: "The inspector". */
  what: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  readonly error: unknown;
  readonly isBroken: boolean;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override readonly state: ErrorBoundaryState = { error: null, isBroken: false };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error, isBroken: true };
  }

  override componentDidCatch(error: unknown): void {
    const fail = (reason: unknown) => this.setState({ error: reason, isBroken: true });
    if (isLoadable(error)) error.load().then(this.#retry, fail);
  }

  readonly #retry = () => this.setState({ error: null, isBroken: false });

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    if (isLoadable(this.state.error)) return <div className="h-full" aria-busy="true" />;
    return <ErrorFallback what={this.props.what} error={this.state.error} onRetry={this.#retry} />;
  }
}

function isLoadable(error: unknown): error is Error & { load: () => Promise<void> } {
  return error instanceof Error && "load" in error && typeof error.load === "function";
}
