import { useNavigate } from "@tanstack/react-router"
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react"
import { useCommands } from "../../../commands/commands.ts"
import { singleKeys } from "../../../commands/singleKeys.ts"
import type { FleetRobot } from "../../../fleet/robotState.ts"
import { useWords } from "../../../i18n/words.ts"
import { CheckBox } from "../../../kit/CheckBox.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { useRowWindow } from "../../../kit/useRowWindow.ts"
import { SortHeader } from "../../../kit/SortHeader.tsx"
import { RowSpace, Table } from "../../../kit/Table.tsx"
import { allSet, extended, type Selection, shareOf, toggled } from "../selection.ts"
import { sortingOf, sortingText } from "../sortRobots.ts"
import { words } from "../words.ts"
import { RobotRow } from "./RobotRow.tsx"

const noApps: ReadonlyArray<string> = []

/** As many frames as a row that was scrolled to may take to come into the document. */
const mostFrames = 10

/** Moves the focus to a robot's row once it is in the document. */
const focusRow = (robotId: string, frames = mostFrames): void => {
  requestAnimationFrame(() => {
    const link = document.querySelector<HTMLElement>(`[data-robot="${CSS.escape(robotId)}"]`)
    if (link !== null) link.focus({ preventScroll: true })
    else if (frames > 0) focusRow(robotId, frames - 1)
  })
}

/** The robots of a list in a native table, of which only the rows on screen are in the document. */
export const RobotsTable = ({
  apps,
  columns,
  onPeek,
  onSelect,
  peek,
  rows,
  selection,
  sort
}: {
  readonly rows: ReadonlyArray<FleetRobot>
  /** The names of the apps that reach a robot, by its id. */
  readonly apps: ReadonlyMap<string, ReadonlyArray<string>>
  /** The slugs of live columns. */
  readonly columns: ReadonlyArray<string>
  readonly selection: Selection
  readonly onSelect: (change: (selection: Selection) => Selection) => void
  readonly sort: string | undefined
  /** The robot that is shown beside the list. */
  readonly peek: string | undefined
  readonly onPeek: (robotId: string | undefined) => void
}) => {
  const t = useWords(words)
  const navigate = useNavigate()
  const sorting = sortingOf(sort)
  const body = useRef<HTMLTableSectionElement>(null)
  const [current, setCurrent] = useState(peek)
  const order = useMemo(() => rows.map(({ robot }) => robot.id), [rows])
  const latest = useRef({ order, peek })
  useEffect(() => {
    latest.current = { order, peek }
  }, [order, peek])
  const shown = useRowWindow(body, rows.length)
  const select = useCallback(
    (robotId: string, isRange: boolean) =>
      onSelect((before) => (isRange ? extended(before, robotId, latest.current.order) : toggled(before, robotId))),
    [onSelect]
  )
  const at = current === undefined ? -1 : order.indexOf(current)
  const moveTo = (index: number, isRange = false) => {
    const next = Math.max(0, Math.min(rows.length - 1, index))
    const robotId = order[next]
    if (robotId === undefined) return
    if (isRange && current !== undefined)
      onSelect((before) =>
        extended(
          before.ids.has(current) && before.anchor !== undefined ? before : toggled(before, current),
          robotId,
          order
        )
      )
    setCurrent(robotId)
    if (peek !== undefined) onPeek(robotId)
    shown.scrollTo(next)
    focusRow(robotId)
  }
  const togglePeek = useCallback(
    (robotId: string) => {
      setCurrent(robotId)
      onPeek(latest.current.peek === robotId ? undefined : robotId)
    },
    [onPeek]
  )
  const selectCurrent = (isRange: boolean) => {
    if (at >= 0) select(order[at]!, isRange)
  }
  useCommands([
    { id: "robots-next", text: t.nextRow, keys: "j", group: "view", run: () => moveTo(at + 1) },
    { id: "robots-previous", text: t.previousRow, keys: "k", group: "view", run: () => moveTo(at < 0 ? 0 : at - 1) },
    ...(at < 0
      ? []
      : [{ id: "robots-peek", text: t.peekRow, keys: "o", group: "view" as const, run: () => togglePeek(order[at]!) }]),
    ...(peek === undefined
      ? []
      : [
          {
            id: "robots-unpeek",
            text: t.closePeek,
            keys: "escape",
            group: "view" as const,
            run: () => {
              onPeek(undefined)
              focusRow(peek)
            }
          }
        ]),
    { id: "robots-select", text: t.selectRow, keys: "x", group: "view", run: () => selectCurrent(false) }
  ])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.toLowerCase()
    if (key.length === 1 && key !== " " && !singleKeys()) return
    if (key === "arrowdown" || (event.shiftKey && key === "j")) moveTo(at + 1, event.shiftKey)
    else if (key === "arrowup" || (event.shiftKey && key === "k")) moveTo(at - 1, event.shiftKey)
    else if (event.shiftKey && key === "x") selectCurrent(true)
    else if (key === " " && event.target instanceof HTMLAnchorElement && at >= 0) togglePeek(order[at]!)
    else return
    event.preventDefault()
  }
  const onSort = (next: Parameters<typeof sortingText>[0]) =>
    void navigate({ to: "/robots", search: (search) => ({ ...search, sort: sortingText(next) }), replace: true })
  const share = shareOf(selection, order)
  const width = 8 + columns.length
  return (
    <Table caption={t.title} rowCount={rows.length + 1}>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col" className="robots-select">
            <CheckBox
              name={t.selectAll}
              checked={share === "all"}
              some={share === "some"}
              onChange={() => onSelect((before) => allSet(before, order, share !== "all"))}
            />
          </th>
          <SortHeader column="name" text={t.name} sorting={sorting} onSort={onSort} />
          <SortHeader column="state" text={t.state} sorting={sorting} onSort={onSort} />
          <SortHeader column="latency" text={t.latency} end sorting={sorting} onSort={onSort} />
          <SortHeader column="job" text={t.job} sorting={sorting} onSort={onSort} />
          {columns.map((slug) => (
            <th key={slug} scope="col" className="robots-live">
              <Foreign>{slug}</Foreign>
            </th>
          ))}
          <th scope="col" className="robots-wide">
            {t.configuration}
          </th>
          <th scope="col" className="robots-apps">
            {t.apps}
          </th>
          <th scope="col" className="robots-seen table-end">
            {t.seen}
          </th>
        </tr>
      </thead>
      {/* Keys of the links and boxes in the rows, which are heard here once for all of them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <tbody
        ref={body}
        onKeyDown={onKeyDown}
        onFocus={(event) => setCurrent(event.target.closest("tr")?.dataset.row ?? current)}
      >
        <RowSpace height={shown.before} width={width} />
        {rows.slice(shown.first, shown.end).map((fleetRobot, place) => {
          return (
            <RobotRow
              key={fleetRobot.robot.id}
              fleetRobot={fleetRobot}
              apps={apps.get(fleetRobot.robot.id) ?? noApps}
              columns={columns}
              index={shown.first + place}
              current={fleetRobot.robot.id === current}
              selected={selection.ids.has(fleetRobot.robot.id)}
              isPeeked={fleetRobot.robot.id === peek}
              onPeek={togglePeek}
              onSelect={select}
            />
          )
        })}
        <RowSpace height={shown.after} width={width} />
      </tbody>
    </Table>
  )
}
