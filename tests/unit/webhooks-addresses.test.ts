// Where a webhook may lead: not to the addresses at which a machine hands out its own secrets, by whatever name.
import { describe, expect, it } from "vitest"
import { isClosed, lookupOpen } from "@/lib/server/webhooks/reachable-address"
import { sendDelivery } from "@/lib/server/webhooks/send-delivery"
import { NewWebhook } from "@/lib/server/webhooks/webhooks"

describe("a webhook's address", () => {
  it.each([
    "http://169.254.169.254/latest/meta-data",
    "http://0xA9FEA9FE/",
    "http://2852039166/",
    "http://[fe80::1]/",
    "http://[::ffff:169.254.169.254]/",
    "http://[fd00:ec2::254]/",
    "http://0.0.0.0:4180/",
    "http://user:password@hooks.example/",
    "ftp://hooks.example/",
    "javascript:alert(1)",
    "hooks.example",
  ])("%s is refused", (url) => {
    expect(NewWebhook.safeParse({ url }).success).toBe(false)
  })

  it.each(["http://127.0.0.1:9000/hook", "http://10.0.0.7/hook", "https://hooks.example/a?b=c", "http://[::1]:9/"])(
    "%s is taken: receivers beside the server are common",
    (url) => {
      expect(NewWebhook.safeParse({ url }).success).toBe(true)
    },
  )

  it("is looked at again when it is called", async () => {
    const event = {
      seq: 1,
      team: "t",
      at: "",
      type: "request.opened",
      agent: null,
      request_id: null,
      data: {},
      prev: "",
    }
    const sent = await sendDelivery({ id: "h", url: "http://169.254.169.254/", secret: "s" }, event as never)
    expect(sent).toEqual({ ok: false, status: null, error: "It could not be reached." })
  })

  it("by a name is what the name leads to", async () => {
    const found = await new Promise((resolve) => lookupOpen("localhost", { all: true }, (_, all) => resolve(all)))
    expect(found).toContainEqual(expect.objectContaining({ address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/) }))
    expect(isClosed("::ffff:169.254.1.1")).toBe(true)
    expect(isClosed("::ffff:10.0.0.1")).toBe(false)
  })
})
