import { DocumentTitle } from "../components/ui/document-title.tsx";
import { TitlePage } from "../components/ui/title-page.tsx";

const TITLE = "Page not found";

export default function NotFound() {
  return (
    <>
      <DocumentTitle parts={[TITLE]} />
      <TitlePage
        title={TITLE}
        lead={
          <>
            Loupe has no page at this address. <a href="/">Go to the start page.</a>
          </>
        }
      />
    </>
  );
}
