import "./Shell.css"
import { useQuery } from "@tanstack/react-query"
import { Outlet, useNavigate } from "@tanstack/react-router"
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from "react"
import { type Command, useCommands } from "../commands/commands.ts"
import { keyText, listenForKeys } from "../commands/keys.ts"
import { useFleetEvents } from "../fleet/useFleetEvents.ts"
import { firingQuery, meQuery } from "../fleet/queries.ts"
import { useSavedViews } from "../fleet/savedViews.ts"
import { useWords } from "../i18n/words.ts"
import { Button } from "../kit/Button.tsx"
import { Code } from "../kit/icons.ts"
import { PagePartsContext } from "../kit/pageParts.ts"
import { visible } from "../kit/visible.ts"
import { signOut } from "../session/useSession.ts"
import { AccountDialog } from "./AccountDialog.tsx"
import { Navigation } from "./Navigation.tsx"
import { KeyHelp, Palette } from "./Palette.tsx"
import { places } from "./places.ts"
import { setPreferences } from "./preferences.ts"
import { ShowApi } from "./ShowApi.tsx"
import { shellWords } from "./shellWords.ts"

/** A file that is missing takes no page with it. */
const Strips = lazy(() => import("./Strips.tsx").catch(() => ({ default: (): ReactNode => null })))

type Open = "palette" | "help" | "account" | "api" | null

/** The commands that every page has. */
const ShellCommands = ({ onOpen }: { readonly onOpen: (open: Open) => void }) => {
  const { data: me } = useQuery(meQuery)
  const { views } = useSavedViews(me?.org.id)
  const t = useWords(shellWords)
  const navigate = useNavigate()
  const commands = useMemo(
    (): ReadonlyArray<Command> => [
      ...places.map((place): Command => ({
        id: `go-${place.id}`,
        text: t[place.go],
        keys: place.keys,
        group: "go",
        run: () => void navigate({ to: place.to })
      })),
      { id: "connect", text: t.connect, keys: "g n", group: "do", run: () => void navigate({ to: "/robots/new" }) },
      { id: "palette", text: t.palette, keys: "mod+k", group: "view", whileTyping: true, run: () => onOpen("palette") },
      { id: "help", text: t.help, keys: "?", group: "view", run: () => onOpen("help") },
      { id: "api", text: t.showApi, keys: ".", group: "view", run: () => onOpen("api") },
      { id: "preferences", text: t.preferences, group: "view", run: () => onOpen("account") },
      { id: "theme-light", text: t.lightTheme, group: "view", run: () => setPreferences({ theme: "light" }) },
      { id: "theme-dark", text: t.darkTheme, group: "view", run: () => setPreferences({ theme: "dark" }) },
      { id: "theme-system", text: t.systemTheme, group: "view", run: () => setPreferences({ theme: "system" }) },
      { id: "sign-out", text: t.signOut, group: "do", run: () => void signOut() },
      ...views.map(({ name, search }): Command => ({
        id: `view-${name}`,
        text: t.goView(visible(name)),
        group: "go",
        run: () => void navigate({ to: "/robots", search })
      }))
    ],
    [t, navigate, onOpen, views]
  )
  useCommands(commands)
  return null
}

/** Everything around a page. */
export const Shell = () => {
  const t = useWords(shellWords)
  const [open, setOpen] = useState<Open>(null)
  const { data: me } = useQuery(meQuery)
  const { data: firing } = useQuery(firingQuery)
  useEffect(listenForKeys, [])
  useFleetEvents()
  const close = () => setOpen(null)
  const parts = useMemo(
    () => ({
      organisation: me?.org.name ?? "",
      firing: firing?.length ?? 0,
      acts: (
        <Button kind="quiet" icon={Code} iconOnly keys={keyText(".")} onPress={() => setOpen("api")}>
          {t.showApi}
        </Button>
      )
    }),
    [me?.org.name, firing?.length, t]
  )
  return (
    <PagePartsContext value={parts}>
      <a className="shell-skip" href="#content">
        {t.skip}
      </a>
      <ShellCommands onOpen={setOpen} />
      <div className="shell">
        <Navigation onFind={() => setOpen("palette")} onAccount={() => setOpen("account")} />
        <div className="shell-sheet">
          <Suspense fallback={null}>
            <Strips />
          </Suspense>
          <Outlet />
        </div>
      </div>
      <Palette open={open === "palette"} onClose={close} />
      <KeyHelp open={open === "help"} onClose={close} />
      <AccountDialog open={open === "account"} onClose={close} />
      <ShowApi open={open === "api"} onClose={close} />
    </PagePartsContext>
  )
}
