import { type ReactNode, useEffect } from "react"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Note } from "../../../kit/Note.tsx"
import { addAlert, hasDatapoint, isWhole, type WantedAlert, wantedAlert } from "../fixes/addAlert.ts"
import { isRecordedIn, keepHistory, usualIntervalSeconds } from "../fixes/keepHistory.ts"
import { offerWords } from "../offerWords.ts"
import { changeOf } from "../text/change.ts"
import type { Edit } from "../text/edits.ts"
import { entryOf, valueOf, type YamlNode } from "../text/nodes.ts"
import { placeOf } from "../text/place.ts"
import { ChangeLines } from "./ChangeLines.tsx"

interface OffersProps {
  readonly search: Readonly<Record<string, string | undefined>>
  readonly text: string
  readonly root: YamlNode | null
  readonly onAdd: (edits: ReadonlyArray<Edit>) => void
  readonly onDone: () => void
  readonly onGoTo: (from: number) => void
}

/** A change that somebody came for: shown line by line, and made by a press. */
const Offer = ({
  add,
  children,
  edits,
  onAdd,
  onDone,
  onGoTo,
  text,
  title
}: Pick<OffersProps, "onAdd" | "onDone" | "onGoTo" | "text"> & {
  readonly title: string
  readonly children: ReactNode
  readonly edits: ReadonlyArray<Edit>
  /** What the press does. */
  readonly add: string
}) => {
  const t = useWords(offerWords)
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
              {add}
            </Button>
          )}
          <Button kind="quiet" size="small" onPress={onDone}>
            {t.dismiss}
          </Button>
        </>
      }
    >
      <strong>
        <Foreign>{title}</Foreign>
      </strong>{" "}
      {children}
      {edits.length === 0 ? null : <ChangeLines name={t.change} lines={changeOf(text, edits)} />}
    </Note>
  )
}

const RecordOffer = ({ slug, ...props }: OffersProps & { readonly slug: string }) => {
  const t = useWords(offerWords)
  const { root, text } = props
  const isRecorded = isRecordedIn(root, slug)
  if (isRecorded === true) return null
  const edits = isRecorded === undefined ? [] : keepHistory(text, root, slug)
  return (
    <Offer {...props} title={isRecorded === undefined ? t.gone(slug) : t.record(slug)} edits={edits} add={t.recordAdd}>
      {isRecorded === undefined
        ? t.goneHint
        : edits.length === 0
          ? t.recordNoPlace
          : t.recordHint(usualIntervalSeconds)}
    </Offer>
  )
}

const AlertOffer = ({ wanted, ...props }: OffersProps & { readonly wanted: WantedAlert }) => {
  const t = useWords(offerWords)
  const { root, text } = props
  const { slug } = wanted
  const isThere = hasDatapoint(root, slug)
  const isRefused = isThere && isWhole(root, slug)
  const edit = isThere && !isRefused ? addAlert(text, root, wanted) : null
  return (
    <Offer
      {...props}
      title={isThere ? t.alert(slug) : t.gone(slug)}
      edits={edit === null ? [] : [edit]}
      add={t.alertAdd}
    >
      {!isThere ? t.goneHint : isRefused ? t.alertWhole : edit === null ? t.alertNoPlace : t.alertHint}
    </Offer>
  )
}

/** What the address of the page asks for: a place in the text, the recording of a datapoint, a new alert. */
const Offers = (props: OffersProps) => {
  const { onGoTo, root, search } = props
  const { at, record } = search
  const wanted = wantedAlert(search)
  const slug = record ?? wanted?.slug
  const place =
    slug === undefined
      ? at === undefined
        ? undefined
        : placeOf(root, at).mark.from
      : entryOf(valueOf(root, "datapoints"), slug)?.keyFrom
  const isFound = place !== undefined && root !== null
  useEffect(() => {
    // The editor is there by the next frame.
    if (isFound) requestAnimationFrame(() => onGoTo(place))
    // Once: what is typed later moves the place.
  }, [isFound])
  if (root === null) return null
  return (
    <>
      {record === undefined ? null : <RecordOffer {...props} slug={record} />}
      {wanted === undefined ? null : <AlertOffer {...props} wanted={wanted} />}
    </>
  )
}

export default Offers
