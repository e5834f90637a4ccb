import "./LiveCard.css"
import type { DescribedExposure } from "@fleet/sdk"
import { type ReactNode, type Ref, useRef } from "react"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { Card } from "../../../kit/Card.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Ellipsis, Eye, Pin } from "../../../kit/icons.ts"
import { Menu, type MenuItem } from "../../../kit/Menu.tsx"
import { Part } from "../../../kit/Part.tsx"
import { togglePin, usePins } from "../../../robot/pins.ts"
import { readCard, useReader } from "../Spoken.tsx"
import { liveWords } from "../words.ts"

/** What every card of the page has: its name, what it is about, its menu with Read and Pin, and its own bounds for faults. */
export const LiveCard = ({
  aside,
  box,
  children,
  exposure: { description, kind, slug },
  isWide = false,
  items = [],
  read,
  robotId
}: {
  readonly robotId: string
  readonly exposure: DescribedExposure
  readonly box?: Ref<HTMLDivElement>
  /** At the end of the head, before the menu. */
  readonly aside?: ReactNode
  /** Further acts in the menu. */
  readonly items?: ReadonlyArray<MenuItem>
  /** What is spoken when somebody asks for it. */
  readonly read: () => string
  /** It takes the whole row. */
  readonly isWide?: boolean
  readonly children: ReactNode
}) => {
  const t = useWords(liveWords)
  const isPinned = usePins(robotId).includes(slug)
  useReader(slug, read)
  const head = useRef<HTMLSpanElement>(null)
  const pin = () => {
    togglePin(robotId, slug)
    // A card that moves loses the focus that stood in it.
    requestAnimationFrame(() => head.current?.querySelector("button")?.focus())
  }
  return (
    <div ref={box} className={isWide ? "live-card live-card-wide" : "live-card"} data-slug={slug}>
      <Card
        title={slug}
        foreign
        kind={kind === "camera" ? undefined : t[kind]}
        aside={
          <>
            {aside}
            {isPinned ? (
              <Button kind="quiet" size="small" icon={Pin} iconOnly onPress={pin}>
                {t.unpin(slug)}
              </Button>
            ) : null}
            <span ref={head}>
              <Menu
                icon={Ellipsis}
                iconOnly
                kind="quiet"
                size="small"
                items={[
                  { id: "read", text: t.read, icon: Eye, run: () => readCard(slug) },
                  { id: "pin", text: isPinned ? t.unpinThis : t.pin, icon: Pin, run: pin },
                  ...items
                ]}
              >
                {t.more(slug)}
              </Menu>
            </span>
          </>
        }
      >
        <Part name={slug}>
          {description === null ? null : (
            <p className="live-card-about">
              <Foreign>{description}</Foreign>
            </p>
          )}
          {children}
        </Part>
      </Card>
    </div>
  )
}
