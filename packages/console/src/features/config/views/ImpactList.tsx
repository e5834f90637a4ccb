import type { SlugUsage } from "@fleet/sdk"
import type { ReactNode } from "react"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Glyph, type GlyphShape } from "../../../kit/Glyph.tsx"
import type { Tone } from "../../../kit/State.tsx"
import { type Effect, type ExposureKind, takesAway } from "../impact.ts"
import { effectWords } from "../effectWords.ts"

type Words = typeof effectWords.en

const kindText = (t: Words, kind: ExposureKind): string =>
  ({
    datapoint: t.kindDatapoint,
    action: t.kindAction,
    service: t.kindService,
    publisher: t.kindPublisher,
    camera: t.kindCamera
  })[kind]

const lookOf = (of: Effect["of"]): readonly [Tone, GlyphShape] => {
  if (of === "added" || of === "alert_added" || of === "retention_started") return ["ok", "check"]
  if (of === "job_goes_on") return ["run", "arc"]
  if (of === "condition" || of === "retargeted" || of === "failsafe" || of === "camera_restarted")
    return ["unsure", "diamond"]
  if (of === "changed" || of === "section") return ["idle", "ring"]
  return ["warn", "triangle"]
}

const sentence = (t: Words, effect: Effect): string => {
  switch (effect.of) {
    case "added":
      return t.added(kindText(t, effect.kind))
    case "removed":
      return t.removed(kindText(t, effect.kind))
    case "renamed":
      return t.renamed(effect.to)
    case "retargeted":
      return t.retargeted
    case "became":
      return t.became(kindText(t, effect.kind), kindText(t, effect.now))
    case "condition":
      return t.condition(effect.slug)
    case "alert_added":
      return t.alertAdded(effect.slug)
    case "alert_removed":
      return t.alertRemoved(effect.slug)
    case "retention_lost":
      return t.retentionLost
    case "retention_started":
      return t.retentionStarted
    case "joint_state_cleared":
      return t.jointCleared
    case "camera_restarted":
      return t.cameraRestarted
    case "failsafe":
      return t.failsafe
    case "job_ends":
      return t.jobEnds(effect.count)
    case "job_goes_on":
      return t.jobGoesOn(effect.count)
    case "changed":
      return t.changedThing
    case "section":
      return t.sectionChanged
  }
}

const nameOf = (effect: Effect): string =>
  effect.of === "section" ? effect.name : "alert" in effect ? effect.alert : effect.slug

const usageText = (t: Words, usage: SlugUsage): string =>
  [
    t.usage(usage.grant_count, usage.app_identifiers.length, usage.alert_count),
    ...(usage.has_recorded_history ? [t.recorded] : [])
  ].join("; ")

const Line = ({ children, of }: { readonly of: readonly [Tone, GlyphShape]; readonly children: ReactNode }) => (
  <li className="config-effect">
    <span className={`state state-${of[0]}`}>
      <Glyph shape={of[1]} />
    </span>
    <div>{children}</div>
  </li>
)

/** As many effects as are listed. */
const most = 60
const ofFirst: ReadonlySet<Effect["of"]> = new Set(["added", "alert_added", "section"])

/** What publishing the draft changes for people, roles, alerts and jobs. */
export const ImpactList = ({
  effects,
  isFirst,
  onRename,
  textDiffers,
  usageOf
}: {
  /** Null until the text is a configuration. */
  readonly effects: ReadonlyArray<Effect> | null
  readonly isFirst: boolean
  /** The texts differ, although the documents may not. */
  readonly textDiffers: boolean
  readonly usageOf: (slug: string) => SlugUsage | undefined
  readonly onRename: (from: string, to: string) => void
}) => {
  const t = useWords(effectWords)
  const listed = isFirst ? (effects ?? []).filter(({ of }) => !ofFirst.has(of)) : (effects ?? [])
  return (
    <section className="config-part config-impact" aria-label={t.when}>
      <h2>{t.when}</h2>
      {effects === null ? (
        <p className="text-3">{t.notYet}</p>
      ) : (
        <ul className="config-effects">
          {isFirst ? <Line of={["ok", "check"]}>{t.firstPublish}</Line> : null}
          {!isFirst && effects.length === 0 ? (
            <Line of={["idle", "ring"]}>{textDiffers ? t.formOnly : t.nothingChanges}</Line>
          ) : null}
          {listed.slice(0, most).map((effect) => {
            const usage = effect.of === "removed" || effect.of === "renamed" ? usageOf(effect.slug) : undefined
            return (
              <Line
                key={`${effect.of} ${nameOf(effect)} ${"slug" in effect ? effect.slug : ""}`}
                of={lookOf(effect.of)}
              >
                <strong>
                  <Foreign>{nameOf(effect)}</Foreign>
                </strong>{" "}
                {sentence(t, effect)}
                {usage === undefined ? null : <span className="text-2"> ({usageText(t, usage)})</span>}
                {effect.of === "renamed" ? (
                  <div className="config-fixes">
                    <Button size="small" onPress={() => onRename(effect.slug, effect.to)}>
                      {t.renameInstead(effect.to)}
                    </Button>
                  </div>
                ) : null}
              </Line>
            )
          })}
          {listed.length > most ? <li className="text-3 text-small">{t.moreEffects(listed.length - most)}</li> : null}
          {!isFirst && effects.length > 0 && !takesAway(effects) ? (
            <Line of={["idle", "ring"]}>{t.nothingRemoved}</Line>
          ) : null}
        </ul>
      )}
    </section>
  )
}
