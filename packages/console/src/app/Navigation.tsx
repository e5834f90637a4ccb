import { Link, useRouterState } from "@tanstack/react-router"
import { useQuery } from "@tanstack/react-query"
import { meQuery, useFleetRobots } from "../fleet/queries.ts"
import { keyText } from "../commands/keys.ts"
import { useSingleKeys } from "../commands/singleKeys.ts"
import { formatCount } from "../format/numbers.ts"
import { useWords } from "../i18n/words.ts"
import { Avatar } from "../kit/Avatar.tsx"
import { visible } from "../kit/visible.ts"
import { Glyph } from "../kit/Glyph.tsx"
import { Icon } from "../kit/Icon.tsx"
import { Ellipsis, Search } from "../kit/icons.ts"
import { Kbd } from "../kit/Kbd.tsx"
import mark from "../mark.svg"
import { LinkState } from "./LinkState.tsx"
import { places } from "./places.ts"
import { shellWords } from "./shellWords.ts"

const useCounts = () => {
  const { alerts, fleetRobots, jobs } = useFleetRobots()
  return { robots: fleetRobots?.length, alerts: alerts.data?.length, jobs: jobs.data?.length }
}

const isWithin = (pathname: string, to: string) => (to === "/" ? pathname === "/" : pathname.startsWith(to))

const Places = ({ compact }: { readonly compact: boolean }) => {
  const t = useWords(shellWords)
  const hasKeys = useSingleKeys()
  const counts: Readonly<Record<string, number | undefined>> = useCounts()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  return places
    .filter((place) => !compact || place.id !== "activity")
    .map(({ icon, id, keys, to }) => {
      const count = counts[id]
      const hot = id === "alerts"
      const shown = count !== undefined && count > 0
      const within = isWithin(pathname, to)
      return (
        <Link
          key={id}
          to={to}
          className={compact ? undefined : "shell-place"}
          title={hasKeys ? `${t[id]} (${keyText(keys)})` : t[id]}
          activeOptions={{ exact: true }}
          data-within={within ? true : undefined}
          aria-current={within ? (pathname === to ? "page" : "true") : undefined}
        >
          <Icon of={icon} size={compact ? 20 : 16} />
          <span className="shell-word">{t[id]}</span>
          {shown && (!compact || hot) ? (
            <span className={hot ? "shell-count shell-count-hot" : "shell-count"}>
              {hot ? <Glyph shape="triangle" /> : null}
              {formatCount(count)}
            </span>
          ) : null}
        </Link>
      )
    })
}

/** The navigation beside the page, and at the bottom of a small screen. */
export const Navigation = ({ onAccount, onFind }: { readonly onFind: () => void; readonly onAccount: () => void }) => {
  const t = useWords(shellWords)
  const { data: me } = useQuery(meQuery)
  const name = me === undefined ? "" : (me.user.display_name ?? me.user.email)
  return (
    <>
      <nav className="shell-nav" aria-label={t.main}>
        <div className="shell-org">
          <img src={mark} alt="" />
          <bdi>{visible(me?.org.name ?? "")}</bdi>
        </div>
        <button type="button" className="shell-find" onClick={onFind} title={t.palette}>
          <Icon of={Search} />
          <span className="shell-word">{t.find}</span>
          <Kbd>{keyText("mod+k")}</Kbd>
        </button>
        <div className="shell-places">
          <Places compact={false} />
        </div>
        <div className="shell-foot">
          <LinkState />
          <button type="button" className="shell-account" onClick={onAccount} title={t.account}>
            <Avatar name={name} />
            <bdi>{visible(name)}</bdi>
            <span className="shell-tier">
              {me === undefined ? "" : me.user.tier === "owner" ? t.owner : t.developer}
            </span>
            <span className="visually-hidden">{t.account}</span>
          </button>
        </div>
      </nav>
      <nav className="shell-bottom" aria-label={t.main}>
        <Places compact />
        <button type="button" onClick={onAccount}>
          <Icon of={Ellipsis} size={20} />
          {t.more}
        </button>
      </nav>
    </>
  )
}
