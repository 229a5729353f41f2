// Document title of a page, for tabs, bookmarks and the browser history. A rendered element, because the
// title of Next.js metadata may hydrate later and replace what an effect set.
import { boundText } from "./bounded-text.ts";

const APP_NAME = "Loupe";

/** Maximum length of each part of a title. */
const MAX_PART_LENGTH = 200;

/** Parts go from the most specific to the app name. */
export function DocumentTitle({ parts }: { parts: readonly (string | null)[] }) {
  const title = [...parts, APP_NAME]
    .flatMap((part) => (part ? [boundText(part, MAX_PART_LENGTH)] : []))
    .join(" · ");
  return <title>{title}</title>;
}
