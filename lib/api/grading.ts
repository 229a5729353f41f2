/** What the page can ask of a grade, besides what the request for it says. */

/** Conventions of ACTS: what a runner decides where the files leave it open. */
export const ACTS_CONVENTION_NAMES = ["loupe", "itk"] as const;
export type ActsConventionName = (typeof ACTS_CONVENTION_NAMES)[number];

/** The ACTS test files of the server: how many tests they have, or why they cannot be read. */
export type ActsFiles = { readonly tests: number } | { readonly problem: string };
