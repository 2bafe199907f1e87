import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { claims } from './claims/index.js';
import { apart, testClaims } from './claims-of.test.helper.js';
import { checkout } from './folders.js';

testClaims((topic) => !apart.includes(topic));

it('claims have names of their own', () => {
  const ids = claims.map((claim) => claim.id);
  expect(new Set(ids).size).toBe(ids.length);
});

it.each(apart)('claims of the topic %s have a test file and are some', (topic) => {
  expect(existsSync(join(checkout, `checks/claims-${topic}.test.ts`))).toBe(true);
  expect(claims.some((claim) => claim.topic === topic)).toBe(true);
});
