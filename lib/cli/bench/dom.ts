// What a person sees: an event written → in the browser's DOM, a decision here → the card changed there, and scrolling a long timeline.
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test"
import type { Request } from "@/lib/core/request"
import { CHROMIUM_FLAGS, findChromium } from "@/tests/support/chromium"
import type { ServerProcess } from "@/tests/support/server-process"
import { makeTempDir, removeDir } from "@/tests/support/temp-dir"
import { type Figure, figure, times } from "./figure"
import { startModelServer } from "./model-server"
import { openServer, prepareBuild } from "./real-server"
import type { Section } from "./section"
import { seedEmbedded } from "./seed-store"

const SECTION = "dom"
const LIVE = { name: "Live", exact: true } as const

export const dom: Section = async ({ short }) => {
  await prepareBuild()
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: CHROMIUM_FLAGS })
  const dataDir = await makeTempDir("dom")
  const model = await startModelServer("plans")
  const length = short ? 5_000 : 100_000
  const [long] = await seedEmbedded(dataDir, [{ name: "Long", agents: 8, events: length, waiting: 0 }])
  const server = await openServer({ dataDir, env: { ANTHROPIC_BASE_URL: model.url } })
  try {
    return {
      figures: [
        ...(await eventToRow(browser, server, short ? 10 : 60)),
        ...(await decisionToCard(browser, server, short ? 4 : 25)),
        ...(await scrolling(browser, server, long!, length, short ? 120 : 600)),
      ],
    }
  } finally {
    await browser.close()
    await server.close()
    await model.close()
    await removeDir(dataDir)
  }
}

async function signedIn(browser: Browser, server: ServerProcess): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
  const data = { token: server.token }
  await context.request.post(`${server.url}/api/session`, { data, headers: { origin: server.url } })
  return context
}

const live = (page: Page) => page.getByText(LIVE.name, { exact: LIVE.exact }).first().waitFor()

/** From the time the event carries, taken before its commit, to the moment its row stands in the timeline. */
async function eventToRow(browser: Browser, server: ServerProcess, rounds: number): Promise<Figure[]> {
  const context = await signedIn(browser, server)
  const { body } = await server.api.post<{ team: { id: string } }>("/api/teams", { name: "Events" })
  const path = `/teams/${body.team.id}`
  const page = await context.newPage()
  await page.goto(`${path}/timeline`)
  await live(page)
  await page.evaluate(() => {
    const seen: Record<string, number> = {}
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const now = performance.timeOrigin + performance.now()
      for (const row of document.querySelectorAll("[data-seq]")) seen[row.getAttribute("data-seq")!] ??= now
    }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-seq"] })
  })
  const samples: number[] = []
  for (let round = 1; round <= rounds; round++) {
    await server.api.patch(`/api${path}`, { policy: { max_turns_unattended: 100 + round } })
    const { seq } = (await server.api.get<{ seq: number }>(`/api${path}`)).body
    const { events } = (await server.api.get<{ events: { at: string }[] }>(`/api${path}/events?after=${seq - 1}`)).body
    const handle = await page.waitForFunction((no) => (window as unknown as Seen).seen[no], String(seq))
    samples.push(((await handle.jsonValue()) as number) - Date.parse(events[0]!.at))
  }
  await context.close()
  return times(SECTION, "event written → its row in the timeline", samples, {
    limit: "commit embedded",
    most: { p95: 50 },
    show: ["p50", "p95"],
  })
}

type Seen = { seen: Record<string, number>; pressed: number; changed: number }

/** From the press in one browser to the card in another that no longer waits. */
async function decisionToCard(browser: Browser, server: ServerProcess, rounds: number): Promise<Figure[]> {
  const [here, there] = [await signedIn(browser, server), await signedIn(browser, server)]
  const { body } = await server.api.post<{ team: { id: string } }>("/api/teams", { name: "Cards" })
  const path = `/api/teams/${body.team.id}`
  await server.api.post(`${path}/agents`, { name: "mate", role: "engineer", prompt: "Begin." })
  const [person, watcher] = [await here.newPage(), await there.newPage()]
  await watcher.goto("/queue")
  await live(watcher)
  const samples: number[] = []
  let before = ""
  for (let round = 0; round < rounds; round++) {
    const request = await server.api.until<{ requests: Request[] }, Request | undefined>(
      "the next plan waits",
      path,
      (view) => view.requests.find((each) => each.status === "pending" && each.request_id !== before),
    )
    before = request.request_id
    const card = `#queue-${request.request_id}`
    await watcher.locator(card).waitFor()
    await watcher.evaluate((selector) => {
      const target = window as unknown as Seen
      target.changed = 0
      const first = document.querySelector(selector)!.textContent
      new MutationObserver(() => {
        const text = document.querySelector(selector)?.textContent
        if (target.changed === 0 && (text === undefined || /approved/i.test(text ?? "")) && text !== first)
          target.changed = performance.timeOrigin + performance.now()
      }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
    }, card)
    await person.goto(`/queue/${request.request_id}`)
    await live(person)
    await person.evaluate(() => {
      document.addEventListener(
        "click",
        () => Object.assign(window, { pressed: performance.timeOrigin + performance.now() }),
        true,
      )
    })
    const bar = person.getByRole("region", { name: "Decision" })
    await bar.getByRole("button", { name: /^Approve plan/ }).click()
    if (request.effective_risk === "high") await bar.getByRole("button", { name: /^Approve high-risk plan/ }).click()
    const changed = await watcher.waitForFunction(() => (window as unknown as Seen).changed || false)
    const pressed = await person.evaluate(() => (window as unknown as Seen).pressed)
    samples.push(((await changed.jsonValue()) as number) - pressed)
  }
  await here.close()
  await there.close()
  return times(SECTION, "decision pressed → card changed in another browser", samples, {
    limit: "commit embedded",
    show: ["p50", "p95"],
  })
}

/** Frames while a long timeline is scrolled upward, its older pages loaded on the way. */
async function scrolling(
  browser: Browser,
  server: ServerProcess,
  team: string,
  length: number,
  frames: number,
): Promise<Figure[]> {
  const context = await signedIn(browser, server)
  const page = await context.newPage()
  await page.goto(`/teams/${team}/timeline`)
  await live(page)
  // The list is there before its rows are: it can be scrolled when they have their room.
  const scroller = await page.waitForFunction(() => {
    let part: Element | null = document.querySelector("[data-seq]")
    while (part && part.scrollHeight <= part.clientHeight + 1) part = part.parentElement
    return part
  })
  const deltas = await scroller.evaluate(async (part, count) => {
    const all: number[] = []
    let last = 0
    // No function may have a name here: the compiler would mark it with a helper that the page does not have.
    for (let at = 0; at <= count; at++) {
      part!.scrollTop -= 120
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      if (at > 0) all.push(now - last)
      last = now
    }
    return all
  }, frames)
  await context.close()
  const what = `timeline of ${length.toLocaleString("en-GB")} events, scrolled: a frame`
  const dropped = deltas.filter((delta) => delta > 25).length / deltas.length
  return [
    ...times(SECTION, what, deltas, { show: ["p50", "p95"], most: { p50: 17 } }),
    figure(SECTION, dropped * 100, "%", { what: `${what} that came late` }),
  ]
}
