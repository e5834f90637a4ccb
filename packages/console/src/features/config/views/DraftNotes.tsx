import type { RobotDetailResponse } from "@fleet/sdk"
import type { ReactNode } from "react"
import { formatDuration } from "../../../format/times.ts"
import { useWords } from "../../../i18n/words.ts"
import { Ago } from "../../../kit/Ago.tsx"
import { Button } from "../../../kit/Button.tsx"
import { Note } from "../../../kit/Note.tsx"
import { Problem } from "../../../kit/Problem.tsx"
import { SignInElsewhere } from "../../../session/SignInElsewhere.tsx"
import type { DraftView } from "../draft/DraftSession.ts"
import type { Publishing } from "../usePublish.ts"
import { words } from "../words.ts"

type Config = RobotDetailResponse["config"]

/** What the robot made of the version that is published. */
const Applied = ({
  config,
  isOnline,
  sinceMs
}: {
  readonly config: Config
  readonly isOnline: boolean
  readonly sinceMs: number | null
}) => {
  const t = useWords(words)
  const { applied_ok, applied_version, published_version } = config
  if (published_version === null) return null
  if (applied_version !== published_version) return <>{isOnline ? t.applying : t.applyOffline}</>
  if (applied_ok === false) return <>{t.refuses(published_version)}</>
  return <>{sinceMs === null ? t.runs(published_version) : t.runsAfter(published_version, formatDuration(sinceMs))}</>
}

/** How the last publish went, and what the robot says of it. */
const PublishNote = ({
  appliedAfterMs,
  config,
  isOnline,
  onClear,
  publishing
}: {
  readonly publishing: Publishing
  readonly config: Config | undefined
  readonly isOnline: boolean
  readonly appliedAfterMs: number | null
  readonly onClear: () => void
}): ReactNode => {
  const t = useWords(words)
  const ok = (
    <Button size="small" kind="quiet" onPress={onClear}>
      {t.ok}
    </Button>
  )
  switch (publishing.of) {
    case "idle":
    case "sending":
      return null
    case "done":
      return (
        <Note live tone="run" acts={ok}>
          <strong>{publishing.late ? t.publishDid(publishing.version) : t.published(publishing.version)}</strong>{" "}
          {config === undefined || config.published_version !== publishing.version ? null : (
            <Applied config={config} isOnline={isOnline} sinceMs={appliedAfterMs} />
          )}
        </Note>
      )
    case "unsure":
      return (
        <Note live tone="unsure">
          <strong>{t.publishUnsure}</strong> {t.publishUnsureHint}
        </Note>
      )
    case "not_done":
      return (
        <Note live tone="warn" acts={ok}>
          {t.publishDidNot}
        </Note>
      )
    case "signed_out":
      return (
        <Note live tone="warn" acts={<SignInElsewhere size="small" />}>
          {t.publishSignedOut}
        </Note>
      )
    case "failed":
      return <Problem error={publishing.error} acts={ok} />
  }
}

/** What people need to read before they go on, one sentence each. */
export const DraftNotes = (props: {
  readonly view: DraftView
  readonly config: Config | undefined
  readonly isOnline: boolean
  readonly publishing: Publishing
  readonly appliedAfterMs: number | null
  readonly message: string | null
  readonly onOffered: (take: boolean) => void
  readonly onClear: () => void
  readonly onClearMessage: () => void
  readonly children?: ReactNode
}) => {
  const t = useWords(words)
  const { config, isOnline, view } = props
  const published = config?.published_version ?? null
  return (
    <div className="config-notes">
      {view.offered === null ? null : (
        <Note
          live
          tone="warn"
          acts={
            <>
              <Button size="small" kind="primary" onPress={() => props.onOffered(true)}>
                {t.takeOffered}
              </Button>
              <Button size="small" onPress={() => props.onOffered(false)}>
                {t.dropOffered}
              </Button>
            </>
          }
        >
          <strong>{t.offered}</strong> <Ago atMs={view.offered.atMs} />
        </Note>
      )}
      <PublishNote {...props} />
      {view.status === "signed_out" && props.publishing.of !== "signed_out" ? (
        <Note live tone="warn" acts={<SignInElsewhere size="small" />}>
          {t.signedOut}
        </Note>
      ) : null}
      {view.status === "failed" && view.failure !== null ? (
        <Problem
          error={view.failure.error}
          acts={view.failure.retries ? <span className="text-small text-2">{t.retrying}</span> : undefined}
        />
      ) : null}
      {view.unkept ? <Note tone="bad">{t.unkept}</Note> : null}
      {props.message === null ? null : (
        <Note
          live
          tone="run"
          acts={
            <Button size="small" kind="quiet" onPress={props.onClearMessage}>
              {t.ok}
            </Button>
          }
        >
          {props.message}
        </Note>
      )}
      {props.publishing.of === "idle" &&
      config?.applied_ok === false &&
      config.applied_version === published &&
      published !== null ? (
        <Note tone="warn">{t.refuses(published)}</Note>
      ) : null}
      {props.publishing.of === "idle" &&
      isOnline &&
      published !== null &&
      config?.applied_version != null &&
      config.applied_version !== published ? (
        <Note>{t.runsOther(config.applied_version, published)}</Note>
      ) : null}
      {props.children}
    </div>
  )
}
