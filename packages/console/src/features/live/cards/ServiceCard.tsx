import { useMutation } from "@tanstack/react-query"
import { memo, useMemo } from "react"
import { formatLatency } from "../../../format/numbers.ts"
import { useWords } from "../../../i18n/words.ts"
import { Ago } from "../../../kit/Ago.tsx"
import { Card } from "../../../kit/Card.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Part } from "../../../kit/Part.tsx"
import { State } from "../../../kit/State.tsx"
import { fleet } from "../../../session/client.ts"
import { CommandForm } from "../parameters/CommandForm.tsx"
import { parametersOf } from "../parameters/Parameter.ts"
import { liveWords } from "../words.ts"
import type { CommandCardProps } from "./ActionCard.tsx"
import { JobOutcome } from "./JobOutcome.tsx"

/** A service: what it needs, and what it answered last. */
export const ServiceCard = memo(({ blocked, entry, exposure, robotId }: CommandCardProps) => {
  const t = useWords(liveWords)
  const { slug } = exposure
  const call = useMutation({
    mutationFn: async (values: Readonly<Record<string, unknown>>) => {
      const began = performance.now()
      const result = await fleet.robot(robotId).service(slug).call(values)
      return { result, tookMs: performance.now() - began, atMs: Date.now() }
    }
  })
  const parameters = useMemo(
    () => parametersOf(exposure.input_schema, entry.parameters),
    [exposure.input_schema, entry.parameters]
  )
  return (
    <div className="live-card" data-slug={slug}>
      <Card title={slug} foreign kind={t.service}>
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
            action={t.call(slug)}
            blocked={blocked}
            isBusy={call.isPending}
            error={call.error}
            onRun={(values) => call.mutate(values)}
            aside={
              call.data === undefined ? (
                t.notCalled
              ) : (
                <span role="status">
                  <State tone="ok" shape="check">
                    {t.answered(formatLatency(call.data.tookMs))}
                  </State>{" "}
                  <Ago atMs={call.data.atMs} />
                </span>
              )
            }
          />
          {call.data === undefined ? null : (
            <JobOutcome job={{ slug, error: null, result: call.data.result }} means={null} />
          )}
        </Part>
      </Card>
    </div>
  )
})
