import { useMemo, useState } from "react"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { Part } from "../../../kit/Part.tsx"
import { Segmented } from "../../../kit/Segmented.tsx"
import { visible } from "../../../kit/visible.ts"
import { Skeleton } from "../../../kit/Skeleton.tsx"
import { type Choice, mergedText, mergeTexts } from "../draft/merge.ts"
import { conflictWords } from "../conflictWords.ts"

/** The blanks that every line begins with: they say nothing here, and phones are narrow. */
const indentOf = (...texts: ReadonlyArray<string>): number => {
  const lines = texts.flatMap((text) => text.split("\n")).filter((line) => line.trim() !== "")
  return lines.length === 0 ? 0 : Math.min(...lines.map((line) => line.length - line.trimStart().length))
}
const without = (text: string, indent: number): string =>
  text
    .split("\n")
    .map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length)))
    .join("\n")

const Side = ({ empty, name, text }: { readonly name: string; readonly text: string; readonly empty: string }) => (
  <div className="config-side">
    <h4>{name}</h4>
    {text === "" ? (
      <p className="text-3 text-small">{empty}</p>
    ) : (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <pre tabIndex={0} role="region" aria-label={name}>
        <bdi>{visible(text)}</bdi>
      </pre>
    )}
  </div>
)

/** Two people's texts: what fits together is merged, and one decides about the rest. */
const ConflictView = ({
  base,
  mine,
  onResolve,
  theirs
}: {
  readonly base: string
  readonly mine: string
  readonly theirs: string
  readonly onResolve: (text: string) => void
}) => {
  const t = useWords(conflictWords)
  const hunks = useMemo(() => mergeTexts(base, mine, theirs), [base, mine, theirs])
  const conflicts = hunks.filter((hunk) => hunk.of === "conflict")
  const [choices, setChoices] = useState<ReadonlyArray<Choice>>([])
  const chosen = conflicts.map((_, index) => choices[index] ?? "mine")
  return (
    <section className="config-conflict" aria-label={t.conflictTitle}>
      <h2>{t.conflictTitle}</h2>
      <p className="text-2">{conflicts.length === 0 ? t.conflictNone : t.conflictHint}</p>
      {conflicts.map((hunk, index) => (
        <fieldset key={`${index} ${hunk.base.length} ${hunk.mine.length}`} className="config-hunk">
          <legend>{t.conflictAt(index + 1, conflicts.length)}</legend>
          <div className="config-sides">
            <Side name={t.mine} text={without(hunk.mine, indentOf(hunk.mine, hunk.theirs))} empty={t.mineEmpty} />
            <Side name={t.theirs} text={without(hunk.theirs, indentOf(hunk.mine, hunk.theirs))} empty={t.theirsEmpty} />
          </div>
          <Segmented
            name={t.choice}
            value={chosen[index]}
            onChange={(choice) => setChoices(chosen.map((each, at) => (at === index ? choice : each)))}
            options={[
              { value: "mine", text: t.mine },
              { value: "theirs", text: t.theirs },
              { value: "both", text: t.both }
            ]}
          />
        </fieldset>
      ))}
      <div className="config-fixes">
        <Button kind="primary" onPress={() => onResolve(mergedText(hunks, chosen))}>
          {t.useMerge}
        </Button>
        <Button onPress={() => onResolve(mine)}>{t.keepMine}</Button>
        <Button onPress={() => onResolve(theirs)}>{t.takeTheirs}</Button>
      </div>
    </section>
  )
}

/** The same in a part of its own; their text may be on its way yet. */
const ConflictPart = ({
  theirs,
  ...texts
}: {
  readonly base: string
  readonly mine: string
  readonly theirs: string | undefined
  readonly onResolve: (text: string) => void
}) => {
  const t = useWords(conflictWords)
  if (theirs === undefined) return <Skeleton height={8} />
  return (
    <Part name={t.conflictTitle}>
      <ConflictView {...texts} theirs={theirs} />
    </Part>
  )
}

export default ConflictPart
