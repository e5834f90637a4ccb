import { useEffect } from "react"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Note } from "../../../kit/Note.tsx"
import { isRecordedIn, keepHistory, usualIntervalSeconds } from "../fixes/keepHistory.ts"
import { recordWords } from "../recordWords.ts"
import type { Edit } from "../text/edits.ts"
import { entryOf, valueOf, type YamlNode } from "../text/nodes.ts"

/** Somebody came to record a datapoint: the change that does it, by a press. Nothing is said once the text does. */
export const RecordOffer = ({
  onAdd,
  onDone,
  onGoTo,
  root,
  slug,
  text
}: {
  /** Undefined: nobody came for that, or it is not the time. */
  readonly slug: string | undefined
  readonly text: string
  readonly root: YamlNode | null
  readonly onAdd: (edits: ReadonlyArray<Edit>) => void
  readonly onDone: () => void
  readonly onGoTo: (from: number) => void
}) => {
  const t = useWords(recordWords)
  const place = slug === undefined ? undefined : entryOf(valueOf(root, "datapoints"), slug)?.keyFrom
  const isFound = place !== undefined
  useEffect(() => {
    // The editor is there by the next frame.
    if (isFound) requestAnimationFrame(() => onGoTo(place))
    // Once: what is typed later moves the place.
  }, [isFound])
  if (slug === undefined || root === null) return null
  const isRecorded = isRecordedIn(root, slug)
  if (isRecorded === true) return null
  const edits = isRecorded === undefined ? [] : keepHistory(text, root, slug)
  return (
    <Note
      acts={
        <>
          {edits.length === 0 ? null : (
            <Button
              kind="primary"
              size="small"
              onPress={() => {
                onAdd(edits)
                onGoTo(edits[0]!.from + 1)
                onDone()
              }}
            >
              {t.add}
            </Button>
          )}
          <Button kind="quiet" size="small" onPress={onDone}>
            {t.dismiss}
          </Button>
        </>
      }
    >
      <strong>
        <Foreign>{isRecorded === undefined ? t.gone(slug) : t.notRecorded(slug)}</Foreign>
      </strong>{" "}
      {isRecorded === undefined ? null : edits.length === 0 ? t.noPlace : t.hint(usualIntervalSeconds)}
    </Note>
  )
}
