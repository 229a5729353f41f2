import type { Metadata } from "next";
import { SignInReturn } from "../../../components/credentials/sign-in-return.tsx";

export const metadata: Metadata = { title: "Loupe: sign-in" };

export default function Page() {
  return <SignInReturn />;
}
