import { FleetError } from "@fleet/sdk"
import { useMutation } from "@tanstack/react-query"
import { memo } from "react"
import { formatLatency } from "../../../format/numbers.ts"
import { serviceNow } from "../../../format/ticking.ts"
import { formatAgo } from "../../../format/times.ts"
import { useWords } from "../../../i18n/words.ts"
import { Ago } from "../../../kit/Ago.tsx"
import { fleet } from "../../../session/client.ts"
import { HoldButton } from "../drive/HoldButton.tsx"
import { CommandForm } from "../parameters/CommandForm.tsx"
import { liveWords } from "../words.ts"
import { LiveCard } from "./LiveCard.tsx"
import { type CommandCardProps, useCommandForm } from "./useCommandForm.ts"

/** A publisher: one message by a press, or the same again and again while a button is held. */
export const PublisherCard = memo((props: CommandCardProps) => {
  const { blocked, exposure, isOnline, robotId } = props
  const t = useWords(liveWords)
  const { slug } = exposure
  const form = useCommandForm(props)
  const send = useMutation({
    mutationFn: async (values: Readonly<Record<string, unknown>>) => {
      await fleet.robot(robotId).publisher(slug).publish(values, { via: "rest" })
      return { atMs: serviceNow() }
    }
  })
  const { error } = send
  const isHeld = FleetError.is(error) && error.is("publisher_busy")
  return (
    <LiveCard
      robotId={robotId}
      exposure={exposure}
      read={() => (send.data === undefined ? t.notSent : `${t.sent} ${formatAgo(serviceNow() - send.data.atMs)}`)}
    >
      <CommandForm
        {...form}
        action={t.sendOnce(slug)}
        isBusy={send.isPending}
        error={isHeld ? null : error}
        onRun={(values) => send.mutate(values)}
        second={(read) => (
          <HoldButton
            robotId={robotId}
            slug={slug}
            failsafeMs={exposure.failsafe_timeout_ms ?? undefined}
            isOnline={isOnline}
            blocked={blocked}
            read={read}
          />
        )}
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
    </LiveCard>
  )
})
