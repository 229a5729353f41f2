import Link from "next/link";
import { TitlePage } from "../components/ui/title-page.tsx";

export default function NotFound() {
  return (
    <TitlePage
      title="Page not found"
      lead={
        <>
          Loupe has no page at this address. <Link href="/">Go to the start page.</Link>
        </>
      }
    />
  );
}
