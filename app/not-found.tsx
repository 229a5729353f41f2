import Link from "next/link";

export default function NotFound() {
  return (
    <main className="first-visit">
      <div className="first-visit-column">
        <h1>Nothing is here</h1>
        <p className="lead">
          This address names no page of Loupe. <Link href="/">Go to the start page.</Link>
        </p>
      </div>
    </main>
  );
}
