import type { DraftView } from "./draft/DraftSession.ts"
import type { words } from "./words.ts"

/** Why the draft cannot be published now; undefined where it can. */
export const publishReason = (
  t: typeof words.en,
  {
    errors,
    published,
    text,
    view
  }: {
    readonly view: DraftView
    readonly errors: number
    readonly text: string
    /** The version that is published, and its text; null without one, undefined until it is read. */
    readonly published: { readonly version: number; readonly source: string | undefined } | null | undefined
  }
): string | undefined => {
  switch (view.status) {
    case "not_yaml":
      return t.waitsYaml
    case "conflict":
      return t.waitsConflict
    case "signed_out":
      return t.waitsSignIn
    case "offline":
      return t.waitsOffline
    case "failed":
      return t.waitsFailed
    default:
  }
  if (text.trim() === "") return t.waitsEmpty
  if (errors > 0) return t.waitsProblems(errors)
  if (view.status === "saved" && view.answer?.doc === null) return t.waitsEmpty
  // The same text again would be a version that changes nothing.
  if (published === undefined) return t.waitsPublished
  return published !== null && published.source === text ? t.waitsNothing(published.version) : undefined
}
