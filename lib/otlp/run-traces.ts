/** The spans of a run: one piece for each call, with its tools and plans. */

import { ATTRIBUTE } from "../protocol/span-names.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { isCall } from "../timeline/exchange-queries.ts";
import { createCallSpan } from "./call-span.ts";
import { ChildSpans } from "./child-spans.ts";
import { createAttributes, type OtlpTraces } from "./span.ts";
import { SpanContext, type SpanOptions } from "./span-context.ts";
import type { SpanSource } from "./span-source.ts";

const SCOPE = "loupe";
const DEFAULT_SERVICE_NAME = "loupe";

/** Card lookups and notifications are no calls, so they have no spans. */
export function* createRunTraces(
  source: SpanSource,
  options: SpanOptions,
  isSelected: (exchange: Exchange) => boolean = () => true,
): Generator<OtlpTraces> {
  const context = new SpanContext(source, options);
  const children = new ChildSpans(context);
  const resource = {
    attributes: createAttributes({
      [ATTRIBUTE.serviceName]: DEFAULT_SERVICE_NAME,
      ...options.resource,
      [ATTRIBUTE.sdkName]: SCOPE,
      [ATTRIBUTE.sdkLanguage]: "nodejs",
      [ATTRIBUTE.sdkVersion]: options.version,
      [ATTRIBUTE.recording]: context.recording,
      [ATTRIBUTE.recordingName]: context.name === context.recording ? null : context.name,
      [ATTRIBUTE.times]: context.clock.description,
    }),
  };
  const scope = { name: SCOPE, version: options.version };
  for (const exchange of source.timeline.exchanges) {
    if (!isCall(exchange) || !isSelected(exchange)) continue;
    const spans = [createCallSpan(context, exchange), ...children.create(exchange)];
    yield { resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] };
  }
}
