import type { TypeDefinition } from "@fleet/sdk"
import { lazy, type ReactNode, Suspense } from "react"
import { useWords } from "../../../i18n/words.ts"
import { Part } from "../../../kit/Part.tsx"
import type { GraphThing } from "../graphBlock.ts"
import { words } from "../words.ts"

// Most visits open none of them.
const GraphDialog = lazy(() => import("./GraphDialog.tsx"))
const RenameDialog = lazy(() => import("./RenameDialog.tsx"))
const VersionsDialog = lazy(() => import("./VersionsDialog.tsx"))

export type OpenDialog =
  | { readonly of: "graph" }
  | { readonly of: "versions" }
  | { readonly of: "rename"; readonly from: string; readonly to: string }
  | null

/** The windows over the configuration. One that cannot be loaded says so below the text, which stays. */
export const ConfigDialogs = ({
  insertBlocked,
  onClose,
  onInsert,
  onRenamed,
  open,
  published,
  robotId,
  taken,
  used
}: {
  readonly open: OpenDialog
  readonly robotId: string
  readonly published: number | null
  /** Names that the text uses; undefined while it is not read. */
  readonly used: ReadonlySet<string> | undefined
  readonly taken: ReadonlyArray<string>
  readonly onClose: () => void
  /** Why nothing can be put into the text now. */
  readonly insertBlocked: string | undefined
  readonly onInsert: (thing: GraphThing, definition: TypeDefinition) => boolean
  readonly onRenamed: (from: string, to: string, grants: number) => Promise<void>
}): ReactNode => {
  const t = useWords(words)
  if (open === null) return null
  return (
    <Part name={t.title} key={open.of}>
      <Suspense fallback={null}>
        {open.of === "graph" ? (
          <GraphDialog
            robotId={robotId}
            used={used ?? new Set()}
            blocked={insertBlocked}
            onInsert={onInsert}
            onClose={onClose}
          />
        ) : open.of === "versions" ? (
          <VersionsDialog robotId={robotId} published={published} onClose={onClose} />
        ) : (
          <RenameDialog
            robotId={robotId}
            from={open.from}
            proposed={open.to}
            taken={new Set(taken)}
            onClose={onClose}
            onRenamed={(to, grants) => onRenamed(open.from, to, grants)}
          />
        )}
      </Suspense>
    </Part>
  )
}
