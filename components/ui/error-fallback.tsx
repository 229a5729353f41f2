// Shown in place of a part that threw. It has no dependencies, because it is also shown when the whole
// page fails and is part of the initial bundle.
interface ErrorFallbackProps {
  /** The part, capitalized for the start of a sentence: "The inspector". */
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
