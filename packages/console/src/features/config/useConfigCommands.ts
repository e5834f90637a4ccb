import { type Command, useCommands } from "../../commands/commands.ts"
import { useWords } from "../../i18n/words.ts"
import type { OutlineGroup } from "./outline.ts"
import { words } from "./words.ts"

/** What can be done on the page by key and from the palette; `@` and a slug lead to it. */
export const useConfigCommands = (acts: {
  readonly nextVersion: number
  readonly blocked: string | undefined
  readonly outline: ReadonlyArray<OutlineGroup>
  readonly onPublish: () => void
  readonly onSave: () => void
  readonly onStep: (by: 1 | -1) => void
  readonly onRename: () => void
  readonly onInsert: () => void
  readonly onVersions: () => void
  readonly onCopy: () => void
  readonly onGoTo: (from: number) => void
}): void => {
  const t = useWords(words)
  const { blocked } = acts
  const typing = (id: string, text: string, keys: string, run: () => void): Command => ({
    id,
    text,
    keys,
    group: "do",
    whileTyping: true,
    run
  })
  useCommands([
    { ...typing("config-publish", t.publish(acts.nextVersion), "mod+enter", acts.onPublish), blocked },
    typing("config-save", t.saveNow, "mod+s", acts.onSave),
    typing("config-next", t.nextProblem, "f8", () => acts.onStep(1)),
    typing("config-previous", t.previousProblem, "shift+f8", () => acts.onStep(-1)),
    typing("config-rename", t.rename, "f2", acts.onRename),
    { id: "config-insert", text: t.insert, group: "do", run: acts.onInsert },
    { id: "config-versions", text: t.versions, group: "go", run: acts.onVersions },
    { id: "config-copy", text: t.copyCommand, group: "do", run: acts.onCopy },
    ...acts.outline.flatMap(({ entries }) =>
      entries.map(({ from, slug }): Command => ({
        id: `config-slug-${slug}`,
        text: t.goToSlug(`@${slug}`),
        group: "go",
        run: () => acts.onGoTo(from)
      }))
    )
  ])
}
