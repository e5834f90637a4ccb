import "./LivePage.css"
import type { DescribedExposure } from "@fleet/sdk"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react"
import { serviceNow } from "../../format/ticking.ts"
import { useCommands } from "../../commands/commands.ts"
import { robotQuery } from "../../fleet/queries.ts"
import { formatWhen } from "../../format/times.ts"
import { useWords } from "../../i18n/words.ts"
import { Button } from "../../kit/Button.tsx"
import { Foreign } from "../../kit/Foreign.tsx"
import { visible } from "../../kit/visible.ts"
import { Note } from "../../kit/Note.tsx"
import { Part } from "../../kit/Part.tsx"
import { Problem } from "../../kit/Problem.tsx"
import { Skeleton } from "../../kit/Skeleton.tsx"
import { TextField } from "../../kit/TextField.tsx"
import { datasheetQuery } from "../../robot/datasheet.ts"
import { fleet } from "../../session/client.ts"
import { CameraPanel } from "./camera/CameraPanel.tsx"
import { PictureClock } from "./camera/PictureClock.ts"
import { alertsQuery, camerasQuery, documentQuery } from "./data.ts"
import { DriveCard } from "./drive/DriveCard.tsx"
import { driveOf } from "./drive/publisherDrive.ts"
import { commandEntry, datapointEntry, rankOf } from "./liveDocument.ts"
import { useRobotNews } from "./useRobotNews.ts"
import { pinnedFirst, usePins } from "../../robot/pins.ts"
import { focusedCard, readCard, Spoken } from "./Spoken.tsx"
import { useClockOff } from "./useClockOff.ts"
import { CardOf } from "./views/CardOf.tsx"
import { DetailsCard } from "./views/DetailsCard.tsx"
import { NothingShown } from "./views/NothingShown.tsx"
import { liveWords } from "./words.ts"

const route = getRouteApi("/console/robots/$robotId/")

const builtIns = new Set(["bridge_state", "robot_details"])
/** From so many cards on there is a field to find one. */
const manyCards = 9

/** Whether commands may be sent: the socket that brings their jobs is open. */
const useIsConnected = () =>
  useSyncExternalStore(
    (listener) => fleet.realtime.onState(listener),
    () => fleet.realtime.state === "connected" || fleet.realtime.state === "idle"
  )

/** A robot as it is now, and everything that can be asked of it, in one page that needs no configuration. */
export const LivePage = (): ReactNode => {
  const { robotId } = route.useParams()
  // Another robot is another page: nothing typed, held or drawn goes over to it.
  return <RobotLive key={robotId} robotId={robotId} />
}

const RobotLive = ({ robotId }: { readonly robotId: string }) => {
  const t = useWords(liveWords)
  const detail = useQuery(robotQuery(robotId))
  const sheet = useQuery(datasheetQuery(robotId))
  const cameras = useQuery(camerasQuery(robotId))
  const alerts = useQuery(alertsQuery(robotId))
  const version = detail.data?.config.published_version ?? null
  const published = useQuery({ ...documentQuery(robotId, version), placeholderData: (before) => before })
  const isOnline = useRobotNews(robotId, detail.data?.bridge_state.online)
  const isConnected = useIsConnected()
  const [find, setFind] = useState("")
  const { card } = route.useSearch()
  const pinned = usePins(robotId)
  const clockOff = useClockOff(robotId)
  const finder = useRef<HTMLInputElement>(null)
  const clock = useMemo(() => new PictureClock(fleet.clock), [])
  clock.isOff = clockOff !== undefined
  const offlineSince = useRef<number>(undefined)
  const seen = detail.data?.bridge_state.online === false ? detail.data.last_seen_at : null
  if (isOnline === false)
    offlineSince.current = seen === null ? (offlineSince.current ?? serviceNow()) : Date.parse(seen)
  else offlineSince.current = undefined

  const name = visible(detail.data?.name ?? "")
  const document = published.data?.doc
  const exposures = useMemo(
    () =>
      (sheet.data?.exposures ?? [])
        .filter(({ kind, slug }) => kind !== "camera" && !builtIns.has(slug))
        .map((exposure) => ({
          exposure,
          rank: rankOf(
            exposure.kind,
            exposure.kind === "datapoint" ? datapointEntry(document, exposure.slug) : undefined
          )
        }))
        .toSorted((left, right) => left.rank - right.rank)
        .map(({ exposure }) => exposure),
    [sheet.data, document]
  )
  const drive = useMemo(() => {
    for (const exposure of exposures) {
      const { message, parameters } = commandEntry(document, "publishers", exposure.slug)
      const found = driveOf(exposure, parameters, message)
      if (found !== undefined) return found
    }
    return undefined
  }, [exposures, document])
  const blocked = !isConnected
    ? t.noLink
    : isOnline === false
      ? offlineSince.current === undefined
        ? t.offline(name)
        : t.offlineSince(name, formatWhen(offlineSince.current, serviceNow()))
      : undefined
  const shown = pinnedFirst(exposures, pinned).filter(
    ({ slug }) => slug !== drive?.slug && slug.toLowerCase().includes(find.trim().toLowerCase())
  )
  const versionBefore = useRef(version)
  const [changed, setChanged] = useState<number>()
  useEffect(() => {
    if (versionBefore.current !== null && version !== null && versionBefore.current !== version) setChanged(version)
    versionBefore.current = version
  }, [version])

  const isCommand = exposures.some(({ kind, slug }) => slug === card && kind !== "datapoint")
  useEffect(() => {
    // A link to a command leads to its form.
    if (isCommand && card !== undefined) focusCard(card)
  }, [isCommand, card])

  useCommands([
    {
      id: "live-read",
      text: t.readFocused,
      keys: "r",
      group: "view",
      run: () => {
        const focused = focusedCard()
        if (focused !== undefined) readCard(focused)
      }
    },
    { id: "live-find", text: t.find, keys: "f", group: "view", run: () => finder.current?.focus() },
    ...shown.slice(0, 9).map(({ slug }, index) => ({
      id: `live-card-${index + 1}`,
      text: visible(slug),
      keys: String(index + 1),
      group: "view" as const,
      run: () => focusCard(slug)
    }))
  ])

  const error = sheet.error ?? detail.error
  if (error !== null && sheet.data === undefined)
    return (
      <main id="content" className="page">
        <Problem error={error} onRetry={() => void sheet.refetch()} />
      </main>
    )
  const config = detail.data?.config
  const hasLeft = (cameras.data?.length ?? 0) > 0 || drive !== undefined
  return (
    <main id="content" className="page live">
      {config?.applied_ok === false && config.applied_errors !== null && config.published_version !== null ? (
        <Note tone="warn">
          <strong>{t.notApplied(config.published_version)}</strong>{" "}
          {config.applied_errors.slice(0, 3).map((each) => (
            <span key={`${each.kind} ${each.slug} ${each.code}`}>
              <Foreign>{`${each.slug}: ${each.message}`}</Foreign>{" "}
            </span>
          ))}
        </Note>
      ) : null}
      {clockOff === undefined ? null : (
        <Note tone="warn" live>
          <strong>{t.clockOff}</strong> <Foreign>{clockOff}</Foreign> {t.clockOffHint}
        </Note>
      )}
      {changed === undefined ? null : (
        <Note live>
          {t.changed(changed)}{" "}
          <Button kind="quiet" size="small" onPress={() => setChanged(undefined)}>
            {t.clearNote}
          </Button>
        </Note>
      )}
      <Spoken />
      <div
        className={
          drive !== undefined || (hasLeft && sheet.data === undefined)
            ? "live-split"
            : hasLeft
              ? "live-flow"
              : "live-whole"
        }
      >
        {hasLeft ? (
          <div className="live-left" role="region" aria-label={t.cameraCard}>
            {cameras.data === undefined || cameras.data.length === 0 ? null : (
              <Part name={t.cameraCard}>
                <CameraPanel
                  robotId={robotId}
                  cameras={cameras.data}
                  clock={clock}
                  isOnline={isOnline === true}
                  isLow={detail.data?.bridge_state.low_bandwidth === true}
                />
              </Part>
            )}
            {drive === undefined ? null : (
              <Part name={drive.slug}>
                <DriveCard
                  robotId={robotId}
                  publisher={drive}
                  version={version}
                  isOnline={isOnline === true}
                  hasCamera={(cameras.data?.length ?? 0) > 0}
                  picture={pictureOf(clock)}
                />
              </Part>
            )}
            <DetailsCard robotId={robotId} />
          </div>
        ) : null}
        <div className="live-right">
          {exposures.length >= manyCards || find !== "" ? (
            <div className="live-find">
              <TextField
                label={t.find}
                labelHidden
                placeholder={t.find}
                type="search"
                value={find}
                onChange={setFind}
                ref={finder}
              />
            </div>
          ) : null}
          <div className="live-cards">
            {sheet.data === undefined || (version !== null && document === undefined && published.error === null) ? (
              <Skeleton height={8} lines={3} />
            ) : (
              shown.map((exposure: DescribedExposure) => (
                <CardOf
                  key={`${exposure.kind} ${exposure.slug}`}
                  robotId={robotId}
                  exposure={exposure}
                  document={document}
                  alerts={alerts.data}
                  blocked={blocked}
                  isOnline={isOnline === true}
                  hasHistory={exposure.kind === "datapoint" && exposure.slug === card}
                />
              ))
            )}
          </div>
          {sheet.data !== undefined && exposures.length === 0 ? (
            <NothingShown robotId={robotId} isOnline={isOnline === true} />
          ) : null}
          {shown.length === 0 && find !== "" ? (
            <p className="live-none">
              {t.noCard(find)}{" "}
              <Button size="small" onPress={() => setFind("")}>
                {t.clear}
              </Button>
            </p>
          ) : null}
          {hasLeft ? null : <DetailsCard robotId={robotId} />}
        </div>
      </div>
    </main>
  )
}

const pictures = new WeakMap<PictureClock, () => PictureClock["picture"]>()

/** The same function for the same clock, so that nothing is rendered for it. */
const pictureOf = (clock: PictureClock) => {
  const known = pictures.get(clock) ?? (() => clock.picture)
  pictures.set(clock, known)
  return known
}

/** Moves to a card and gives its first control the focus. */
const focusCard = (slug: string) => {
  const card = document.querySelector(`.live-card[data-slug="${CSS.escape(slug)}"]`)
  card?.scrollIntoView({ block: "nearest" })
  card?.querySelector<HTMLElement>("button, input, select, summary")?.focus({ preventScroll: true })
}
