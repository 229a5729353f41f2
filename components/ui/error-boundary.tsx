"use client";
// A part of the screen that may break without taking the others with it: it says so, and can be
// shown again.
import { Component, type ReactNode } from "react";
import { ErrorFallback } from "./error-fallback.tsx";

interface ErrorBoundaryProps {
  /** What it is, at the beginning of a sentence: "The inspector". */
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
    const again = () => this.setState({ error: null, isBroken: false });
    return <ErrorFallback what={this.props.what} error={this.state.error} onRetry={again} />;
  }
}
