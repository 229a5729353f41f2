import Link from "next/link";

export default function NotFound() {
  return (
    <main className="first-visit">
      <div className="first-visit-column">
        <h1>Page not found</h1>
        <p className="lead">
          Loupe has no page at this address. <Link href="/">Go to the start page.</Link>
        </p>
      </div>
    </main>
  );
}
