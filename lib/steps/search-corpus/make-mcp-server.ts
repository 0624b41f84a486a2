import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { corpusTools, refusedCall, type AskCorpus, type ToolResult } from './corpus-tools.ts';
import { describeParameters, parseToolArguments } from './tool-parameters.ts';

const callTool = async (ask: AskCorpus, base: string, name: string, given: unknown): Promise<ToolResult> => {
  const tool = corpusTools.find((each) => each.name === name);
  if (tool === undefined) return refusedCall(`There is no tool ${name}`);
  const parsed = parseToolArguments(tool.parameters, given);
  return parsed.ok
    ? await tool.call(ask, base, parsed.values)
    : refusedCall(`Cannot call ${name}: ${parsed.problem}`);
};

/**
 * Makes Gleaner's tools for models: for what was crawled, how it changed, and one new page at a time. Each tool calls
 * the API, so the key decides what is allowed.
 */
export const makeMcpServer = (ask: AskCorpus, corpus: string, version: string): Server => {
  const server = new Server({ name: 'gleaner', version }, { capabilities: { tools: {} } });
  const base = `/v2/corpus/${encodeURIComponent(corpus)}`;
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: corpusTools.map(({ name, about, parameters, isReading }) => ({
      name,
      description: about,
      inputSchema: describeParameters(parameters),
      annotations: { readOnlyHint: isReading, openWorldHint: !isReading },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const { text, isError } = await callTool(ask, base, params.name, params.arguments);
    return { content: [{ type: 'text', text }], isError };
  });
  return server;
};
