// The bucket of the tests.
import { AwsClient } from "aws4fetch";

export class TestBucket {
  #client;
  #url;

  constructor(environment, name) {
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL } = environment;
    this.#url = `${AWS_ENDPOINT_URL}/${name}`;
    this.#client = new AwsClient({
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      region: AWS_REGION,
      service: "s3",
    });
  }

  async create() {
    const response = await this.#client.fetch(this.#url, { method: "PUT" });
    if (!response.ok)
      throw new Error(`No bucket: HTTP ${response.status} ${await response.text()}`);
  }

  async countObjects() {
    const response = await this.#client.fetch(`${this.#url}?list-type=2`);
    return (await response.text()).split("<Contents>").length - 1;
  }
}
