import type { Alert, DescribedExposure } from "@fleet/sdk"
import { memo, useMemo } from "react"
import { Part } from "../../../kit/Part.tsx"
import { ActionCard } from "../cards/ActionCard.tsx"
import { DatapointCard } from "../cards/DatapointCard.tsx"
import { PublisherCard } from "../cards/PublisherCard.tsx"
import { ServiceCard } from "../cards/ServiceCard.tsx"
import { commandEntry, datapointEntry, thresholdOf } from "../liveDocument.ts"

const sections = { action: "actions", service: "services", publisher: "publishers" } as const

const commandCards = { action: ActionCard, service: ServiceCard, publisher: PublisherCard } as const

/** The card of an exposure, by its kind. */
export const CardOf = memo(
  ({
    alerts,
    blocked,
    document,
    exposure,
    hasHistory,
    isOnline,
    robotId
  }: {
    readonly robotId: string
    readonly exposure: DescribedExposure
    readonly document: unknown
    readonly alerts: ReadonlyArray<Alert> | undefined
    readonly blocked: string | undefined
    readonly isOnline: boolean
    /** The address asks for the history of a datapoint. */
    readonly hasHistory: boolean
  }) => {
    const { kind, slug } = exposure
    const entry = useMemo(
      () =>
        kind === "datapoint" || kind === "camera"
          ? datapointEntry(document, slug)
          : commandEntry(document, sections[kind], slug),
      [document, kind, slug]
    )
    if (kind === "camera") return null
    if ("isRecorded" in entry)
      return (
        <Part name={slug}>
          <DatapointCard
            robotId={robotId}
            exposure={exposure}
            entry={entry}
            hasHistory={hasHistory}
            threshold={thresholdOf(alerts ?? [], slug)}
          />
        </Part>
      )
    if (kind === "datapoint") return null
    const CommandCard = commandCards[kind]
    return (
      <Part name={slug}>
        <CommandCard robotId={robotId} exposure={exposure} entry={entry} blocked={blocked} isOnline={isOnline} />
      </Part>
    )
  }
)
