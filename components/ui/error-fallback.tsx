// What stands in the place of something that threw. It leans on nothing: it is also what is left when
// the whole page broke, and every first visit carries it for that.
interface ErrorFallbackProps {
  /** What it is, at the beginning of a sentence: "The inspector". */
  what: string;
  error: unknown;
  onRetry: () => void;
}

export function ErrorFallback({ what, error, onRetry }: ErrorFallbackProps) {
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? error.stack : undefined;
  return (
    <div className="grid h-full min-h-0 place-items-center overflow-auto p-6" role="alert">
      <div className="grid max-w-[44ch] justify-items-center gap-1 text-center text-12 text-fg-2">
        <p className="text-13 font-semibold text-fg-1">{what} cannot be shown</p>
        <p>That is a fault of Loupe, not of the agent. What was received stays recorded.</p>
        <p className="mono wrap-anywhere">{message}</p>
        <button
          type="button"
          className="ui-button my-2"
          data-variant="outline"
          data-size={28}
          onClick={onRetry}
        >
          Show it again
        </button>
        {stack !== undefined && (
          <details>
            <summary>Where it broke</summary>
            <pre className="mono text-left wrap-anywhere whitespace-pre-wrap">{stack}</pre>
          </details>
        )}
      </div>
    </div>
  );
}
