import type { NoticedLimit, PlanNotice } from "@fleet/domain/PlanNotices"
import type { Locale } from "../platform/i18n/Locale.ts"

type Names = Readonly<Record<NoticedLimit, string>>

/** What is limited, after a percentage. */
const things: Readonly<Record<Locale, Names>> = {
  en: {
    seats: "seats",
    robots: "robots",
    apps: "apps",
    app_users: "app users",
    live_video_ms_per_month: "live video",
    asset_bytes_per_robot: "file storage"
  },
  de: {
    seats: "Plätze",
    robots: "Roboter",
    apps: "Apps",
    app_users: "App-Benutzer",
    live_video_ms_per_month: "Live-Videos",
    asset_bytes_per_robot: "Speichers für Dateien"
  }
}

/** The unit, after a number of it. */
const units: Readonly<Record<Locale, Names>> = {
  en: { ...things.en, live_video_ms_per_month: "hours of live video", asset_bytes_per_robot: "GB of files" },
  de: {
    seats: "Plätzen",
    robots: "Robotern",
    apps: "Apps",
    app_users: "App-Benutzern",
    live_video_ms_per_month: "Stunden Live-Video",
    asset_bytes_per_robot: "GB für Dateien"
  }
}

const perUnit: Readonly<Partial<Record<NoticedLimit, number>>> = {
  live_video_ms_per_month: 3_600_000,
  asset_bytes_per_robot: 1_000_000_000
}

const formats: Readonly<Record<Locale, Intl.NumberFormat>> = {
  en: new Intl.NumberFormat("en", { maximumFractionDigits: 1 }),
  de: new Intl.NumberFormat("de", { maximumFractionDigits: 1 })
}

const amounts = ({ limit, max, used }: PlanNotice, locale: Locale) => {
  const unit = perUnit[limit] ?? 1
  const format = (value: number) => formats[locale].format(value / unit)
  return { used: format(used), max: format(max), unit: units[locale][limit], thing: things[locale][limit] }
}

interface Given {
  readonly org: string
  readonly notice: PlanNotice | null
}

const told = ({ notice }: Given): PlanNotice => {
  if (notice === null) throw new Error("a mail about a plan's limit needs what it is about")
  return notice
}

/** The words of a mail that tells the Owners how much of a limit is used. */
export const planNoticeWords = {
  en: (given: Given) => {
    const notice = told(given)
    const { max, thing, unit, used } = amounts(notice, "en")
    return {
      subject: `${given.org} has used ${notice.percent}% of its ${thing}`,
      heading: `${notice.percent}% of the ${thing} used`,
      paragraphs: [
        `${given.org} uses ${used} of the ${max} ${unit} that its plan includes.`,
        notice.percent === 100
          ? "More is refused until there is room again, or until the plan includes more. What there is stays as it is."
          : "At 100% more is refused. What there is then stays as it is."
      ],
      notes: ["You get this mail as an Owner of the organisation. Each percentage is told once in a period."]
    }
  },
  de: (given: Given) => {
    const notice = told(given)
    const { max, thing, unit, used } = amounts(notice, "de")
    const article = ["live_video_ms_per_month", "asset_bytes_per_robot"].includes(notice.limit) ? "des" : "der"
    return {
      subject: `${given.org} hat ${notice.percent} % ${article} ${thing} genutzt`,
      heading: `${notice.percent} % ${article} ${thing} genutzt`,
      paragraphs: [
        `${given.org} nutzt ${used} von ${max} ${unit}, die der Tarif enthält.`,
        notice.percent === 100
          ? "Weiteres wird abgelehnt, bis wieder Platz ist oder der Tarif mehr enthält. Was da ist, bleibt, wie es ist."
          : "Bei 100 % wird Weiteres abgelehnt. Was dann da ist, bleibt, wie es ist."
      ],
      notes: ["Sie erhalten diese E-Mail als Owner der Organisation. Jede Stufe wird einmal je Zeitraum gemeldet."]
    }
  }
} as const
