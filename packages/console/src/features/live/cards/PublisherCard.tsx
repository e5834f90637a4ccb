import { FleetError } from "@fleet/sdk"
import { useMutation } from "@tanstack/react-query"
import { memo, useMemo } from "react"
import { formatLatency } from "../../../format/numbers.ts"
import { useWords } from "../../../i18n/words.ts"
import { Ago } from "../../../kit/Ago.tsx"
import { Card } from "../../../kit/Card.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Part } from "../../../kit/Part.tsx"
import { fleet } from "../../../session/client.ts"
import { CommandForm } from "../parameters/CommandForm.tsx"
import { parametersOf } from "../parameters/Parameter.ts"
import { liveWords } from "../words.ts"
import type { CommandCardProps } from "./ActionCard.tsx"

/** A publisher: one message at a time, by hand. */
export const PublisherCard = memo(({ blocked, entry, exposure, robotId }: CommandCardProps) => {
  const t = useWords(liveWords)
  const { slug } = exposure
  const send = useMutation({
    mutationFn: async (values: Readonly<Record<string, unknown>>) => {
      await fleet.robot(robotId).publisher(slug).publish(values, { via: "rest" })
      return { atMs: Date.now() }
    }
  })
  const parameters = useMemo(
    () => parametersOf(exposure.input_schema, entry.parameters),
    [exposure.input_schema, entry.parameters]
  )
  const { error } = send
  const isHeld = FleetError.is(error) && error.is("publisher_busy")
  return (
    <div className="live-card" data-slug={slug}>
      <Card title={slug} foreign kind={t.publisher}>
        <Part name={slug}>
          {exposure.description === null ? null : (
            <p className="live-card-about">
              <Foreign>{exposure.description}</Foreign>
            </p>
          )}
          <CommandForm
            id={`${robotId} ${slug}`}
            parameters={parameters}
            message={entry.message}
            action={t.sendOnce(slug)}
            blocked={blocked}
            isBusy={send.isPending}
            error={isHeld ? null : error}
            onRun={(values) => send.mutate(values)}
            aside={
              isHeld ? (
                t.held(formatLatency(error.details.quiet_timeout_ms))
              ) : send.data === undefined ? null : (
                <span role="status">
                  {t.sent} <Ago atMs={send.data.atMs} />
                </span>
              )
            }
          />
          {exposure.failsafe_timeout_ms == null ? null : (
            <p className="live-card-quiet">{t.failsafe(exposure.failsafe_timeout_ms)}</p>
          )}
        </Part>
      </Card>
    </div>
  )
})
