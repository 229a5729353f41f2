// Creates the bucket of the tests.
import { AwsClient } from "aws4fetch";

export async function createBucket(environment, name) {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL } = environment;
  const client = new AwsClient({
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    region: AWS_REGION,
    service: "s3",
  });
  const response = await client.fetch(`${AWS_ENDPOINT_URL}/${name}`, { method: "PUT" });
  if (!response.ok) throw new Error(`No bucket: HTTP ${response.status} ${await response.text()}`);
}
