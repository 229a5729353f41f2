"use client";
// Error boundary for a part of the screen, with a message and a retry.
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

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    const retry = () => this.setState({ error: null, isBroken: false });
    return <ErrorFallback what={this.props.what} error={this.state.error} onRetry={retry} />;
  }
}
