"use client";

// Error boundary for a part of the screen, with a message and a retry. A part that throws because it needs
// something that can be loaded is rendered again once that is there.

import { Component, type ReactNode } from "react";
import { getErrorMessage } from "../../lib/text/error-message.ts";

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

// Shown in place of a part that threw. It has no dependencies, because it is also shown when the whole
// page fails and is part of the initial bundle.
interface ErrorFallbackProps {
  /** The part, capitalized for the start of a sentence: "The inspector". */
  what: string;
  error: unknown;
  onRetry: () => void;
}

export function ErrorFallback({ what, error, onRetry }: ErrorFallbackProps) {
  const message = getErrorMessage(error);
  const stack = error instanceof Error ? error.stack : undefined;
  return (
    <div className="grid h-full min-h-0 place-items-center overflow-auto p-6" role="alert">
      <div className="grid max-w-[44ch] justify-items-center gap-1 text-center text-12 text-fg-2">
        <p className="text-13 font-semibold text-fg-1">{what} couldn’t be shown</p>
        <p>This is an error in Loupe, not in the agent. Everything received stays recorded.</p>
        <p className="mono wrap-anywhere">{message}</p>
        <button
          type="button"
          className="my-2 h-7 rounded-2 px-2.5 font-medium text-fg-1 inset-ring inset-ring-line-2 hover:inset-ring-line-3 forced-colors:border"
          onClick={onRetry}
        >
          Try again
        </button>
        {stack !== undefined && (
          <details>
            <summary>Stack trace</summary>
            <pre className="mono text-left wrap-anywhere whitespace-pre-wrap">{stack}</pre>
          </details>
        )}
      </div>
    </div>
  );
}
