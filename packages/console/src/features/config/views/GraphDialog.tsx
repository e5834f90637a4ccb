import type { TypeDefinition } from "@fleet/sdk"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useMemo, useRef, useState } from "react"
import { useWords } from "../../../i18n/words.ts"
import { Ago } from "../../../kit/Ago.tsx"
import { Button } from "../../../kit/Button.tsx"
import { Dialog } from "../../../kit/Dialog.tsx"
import { Empty } from "../../../kit/Empty.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { RefreshCw } from "../../../kit/icons.ts"
import { Note } from "../../../kit/Note.tsx"
import { Problem } from "../../../kit/Problem.tsx"
import { Skeleton } from "../../../kit/Skeleton.tsx"
import { Tag } from "../../../kit/Tag.tsx"
import { TextField } from "../../../kit/TextField.tsx"
import { readType, refreshGraph, robotGraphQuery } from "../data.ts"
import type { GraphThing } from "../graphBlock.ts"
import { graphWords } from "../graphWords.ts"

/** As many rows as are shown: the filter finds the rest. */
const most = 100

const keyOf = ({ name, section, type }: GraphThing) => `${section} ${name} ${type}`

/** What the robot has on its graph, to be put into the text once its type is read: its fields are written too. */
const GraphDialog = ({
  blocked,
  onClose,
  onInsert,
  robotId,
  used
}: {
  readonly robotId: string
  readonly used: ReadonlySet<string>
  /** Why nothing can be put into the text now. */
  readonly blocked: string | undefined
  /** Answers whether the text had a place for it. */
  readonly onInsert: (thing: GraphThing, definition: TypeDefinition) => boolean
  readonly onClose: () => void
}) => {
  const t = useWords(graphWords)
  const queries = useQueryClient()
  const [filter, setFilter] = useState("")
  const graph = useQuery(robotGraphQuery(robotId))
  const refresh = useMutation({
    mutationFn: () => refreshGraph(robotId),
    onSettled: () => queries.invalidateQueries({ queryKey: robotGraphQuery(robotId).queryKey })
  })
  const [noPlace, setNoPlace] = useState<string>()
  const put = (thing: GraphThing, definition: TypeDefinition) => {
    if (!onInsert(thing, definition)) setNoPlace(keyOf(thing))
  }
  // The text may be another one by the time the robot answers.
  const newestPut = useRef(put)
  newestPut.current = put
  const reading = useMutation({ mutationFn: (thing: GraphThing) => readType(robotId, thing.type) })
  const insert = (thing: GraphThing) => {
    setNoPlace(undefined)
    const definition = graph.data?.robot.types.get(thing.type)
    if (definition !== undefined) return put(thing, definition)
    // A window that was closed meanwhile puts nothing in.
    reading.mutate(thing, {
      onSuccess: (read) => {
        void queries.invalidateQueries({ queryKey: robotGraphQuery(robotId).queryKey })
        if (read !== null) newestPut.current(thing, read)
      }
    })
  }
  const isAsked = (thing: GraphThing) => reading.variables !== undefined && keyOf(reading.variables) === keyOf(thing)
  const things = useMemo(
    () =>
      (["topics", "actions", "services"] as const).flatMap((section) =>
        (graph.data?.robot.graph?.[section] ?? []).flatMap(({ name, types }) =>
          types.map((type): GraphThing => ({ section, name, type }))
        )
      ),
    [graph.data]
  )
  const found = things.filter(({ name, type }) => `${name} ${type}`.toLowerCase().includes(filter.toLowerCase()))
  return (
    <Dialog open wide onClose={onClose} title={t.graphTitle}>
      <div className="config-graph">
        <div className="config-graph-head">
          <TextField
            label={t.graphFilter}
            labelHidden
            placeholder={t.graphFilter}
            value={filter}
            onChange={setFilter}
          />
          <Button icon={RefreshCw} busy={refresh.isPending} onPress={() => refresh.mutate()}>
            {t.graphRead}
          </Button>
        </div>
        {refresh.error === null ? null : <Problem error={refresh.error} />}
        {graph.isPending ? (
          <Skeleton lines={5} />
        ) : graph.error !== null ? (
          <Problem error={graph.error} onRetry={() => void graph.refetch()} />
        ) : graph.data.readAt === null ? (
          <Empty title={t.graphNever} />
        ) : (
          <>
            {graph.data.stale ? (
              <Note>
                {t.graphOld} <Ago atMs={Date.parse(graph.data.readAt)} />
              </Note>
            ) : null}
            {found.length === 0 ? <p className="text-3">{t.graphNone}</p> : null}
            <ul className="config-graph-list">
              {found.slice(0, most).map((thing) => (
                <li key={keyOf(thing)}>
                  <div>
                    <code>
                      <Foreign>{thing.name}</Foreign>
                    </code>
                    <p className="text-3 text-small">
                      <Foreign>{thing.type}</Foreign>
                    </p>
                    {noPlace === keyOf(thing) ? <p className="config-graph-why">{t.graphNoPlace}</p> : null}
                    {!isAsked(thing) ? null : reading.isPending ? (
                      <p className="config-graph-why" role="status">
                        {t.graphReading}
                      </p>
                    ) : reading.error !== null ? (
                      <Problem error={reading.error} onRetry={() => insert(thing)} />
                    ) : reading.data === null ? (
                      <p className="config-graph-why" role="status">
                        {t.graphNoType}
                      </p>
                    ) : null}
                  </div>
                  {used.has(thing.name) ? <Tag>{t.graphIn}</Tag> : null}
                  <Button
                    size="small"
                    busy={reading.isPending && isAsked(thing)}
                    blocked={blocked ?? (reading.isPending && !isAsked(thing) ? t.graphOneAtATime : undefined)}
                    onPress={() => insert(thing)}
                  >
                    {t.graphInsert}
                  </Button>
                </li>
              ))}
            </ul>
            {found.length > most ? <p className="text-3 text-small">{t.graphMore(found.length - most)}</p> : null}
          </>
        )}
      </div>
    </Dialog>
  )
}

export default GraphDialog
